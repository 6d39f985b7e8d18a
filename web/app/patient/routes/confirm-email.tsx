import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import ko from "~/locales/ko/profile.json";
import { api } from "~/patient/api";
import { PlainPage } from "~/patient/ui/plain-page";
import { isStatus } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { unwrapEmpty } from "~/shared/api/unwrap";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";

bundleKo("account", account);
bundleKo("profile", ko);

export const handle: RouteHandle = { title: "confirmEmail" };

/** Target of the link in a mail. Requires a press, because mail programs prefetch links. */
export default function ConfirmEmail() {
	const { t } = useTranslation("profile");
	const { token = "" } = useParams();
	const confirm = useMutation({
		mutationFn: () => unwrapEmpty(api.POST("/patients/confirm-email", { body: { token } })),
	});
	const isInvalid = isStatus(confirm.error, 404);
	return (
		<PlainPage title={t("confirm.title")} text={t("confirm.text")} back={href("/")}>
			<div className="flex flex-col gap-4">
				{confirm.error ? (
					<Notice tone="danger">{isInvalid ? t("confirm.invalid") : problemText(confirm.error)}</Notice>
				) : null}
				{confirm.isSuccess ? <Notice tone="info">{t("confirm.done")}</Notice> : null}
				{confirm.isSuccess || isInvalid ? (
					<Link to={href("/account/profile")} className={buttonStyle("secondary")}>
						{t("confirm.toProfile")}
					</Link>
				) : (
					<Button isPending={confirm.isPending} onPress={() => confirm.mutate()}>
						{t("confirm.do")}
					</Button>
				)}
			</div>
		</PlainPage>
	);
}
