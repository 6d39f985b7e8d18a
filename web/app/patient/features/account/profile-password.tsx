import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "~/patient/api";
import { useSession } from "~/patient/session/session";
import { problemText } from "~/shared/api/problem-text";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { maskPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

/** The password. A link sent to the owner's phone changes it. */
export function ProfilePassword() {
	const { t } = useTranslation("profile");
	const { patient } = useSession();
	const ask = useMutation({
		mutationFn: (body: { loginUserId: string; phoneNumber: string }) =>
			unwrapEmpty(api.POST("/patients/find-password", { body })),
	});
	if (!patient) return null;
	const { loginUserId, phoneNumber } = patient;
	const number = maskPhone(phoneNumber);
	return (
		<section aria-labelledby="profile-password" className="card flex flex-col gap-3">
			<h2 id="profile-password" className="text-header">
				{t("password.title")}
			</h2>
			<p className="text-meta text-ink-600">{t("password.text", { number })}</p>
			{ask.isSuccess ? (
				<Notice tone="info" title={t("password.sent")}>
					{t("password.sentText", { number })}
				</Notice>
			) : null}
			{ask.isError ? <Notice tone="danger">{problemText(ask.error)}</Notice> : null}
			<Button
				tone="secondary"
				isPending={ask.isPending}
				onPress={() => ask.mutate({ loginUserId, phoneNumber })}
			>
				{t(ask.isSuccess ? "password.again" : "password.send")}
			</Button>
		</section>
	);
}
