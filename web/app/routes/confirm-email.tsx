import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { PlainFrame } from "~/features/account/plain-frame";
import { problemText } from "~/features/account/problem-text";
import { bundleKo } from "~/i18n/i18n";
import { api } from "~/lib/api/client";
import { isStatus } from "~/lib/api/problem";
import account from "~/locales/ko/account.json";
import ko from "~/locales/ko/profile.json";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { Notice } from "~/ui/notice";

bundleKo("account", account);
bundleKo("profile", ko);

type State = "asking" | "confirming" | "done" | "invalid";

/** The link of a mail leads here. A press confirms: mail programs open links by themselves. */
export default function ConfirmEmail() {
	const { t } = useTranslation("profile");
	const { t: account } = useTranslation("account");
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
		<PlainFrame title={t("confirm.title")} text={t("confirm.text")} back={pathTo("home")}>
			<div className="flex flex-col gap-4">
				{error ? <Notice tone="danger">{problemText(account, error)}</Notice> : null}
				{state === "done" ? <Notice tone="info">{t("confirm.done")}</Notice> : null}
				{state === "invalid" ? <Notice tone="danger">{t("confirm.invalid")}</Notice> : null}
				{state === "asking" || state === "confirming" ? (
					<Button isPending={state === "confirming"} onPress={() => void confirm()}>
						{t("confirm.do")}
					</Button>
				) : (
					<Link to={pathTo("profile")} className={buttonStyle("secondary")}>
						{t("confirm.toProfile")}
					</Link>
				)}
			</div>
		</PlainFrame>
	);
}
