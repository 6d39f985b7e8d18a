import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import ko from "~/locales/ko/profile.json";
import { api } from "~/patient/api";
import { PlainPage } from "~/patient/ui/plain-page";
import { isStatus } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";

bundleKo("account", account);
bundleKo("profile", ko);

export const handle: RouteHandle = { title: "confirmEmail" };

type State = "asking" | "confirming" | "done" | "invalid";

/** Target of the link in a mail. Requires a press, because mail programs prefetch links. */
export default function ConfirmEmail() {
	const { t } = useTranslation("profile");
	const { token = "" } = useParams();
	const [state, setState] = useState<State>("asking");
	const [error, setError] = useState<unknown>(null);
	const confirm = async () => {
		setState("confirming");
		setError(null);
		const failure = await api.POST("/patients/confirm-email", { body: { token } }).then(
			({ response, error: problem }) => (response.ok ? null : problem),
			(thrown: unknown) => thrown,
		);
		if (failure === null) return setState("done");
		setState(isStatus(failure, 404) ? "invalid" : "asking");
		if (!isStatus(failure, 404)) setError(failure);
	};
	return (
		<PlainPage title={t("confirm.title")} text={t("confirm.text")} back={href("/")}>
			<div className="flex flex-col gap-4">
				{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
				{state === "done" ? <Notice tone="info">{t("confirm.done")}</Notice> : null}
				{state === "invalid" ? <Notice tone="danger">{t("confirm.invalid")}</Notice> : null}
				{state === "asking" || state === "confirming" ? (
					<Button isPending={state === "confirming"} onPress={() => void confirm()}>
						{t("confirm.do")}
					</Button>
				) : (
					<Link to={href("/account/profile")} className={buttonStyle("secondary")}>
						{t("confirm.toProfile")}
					</Link>
				)}
			</div>
		</PlainPage>
	);
}
