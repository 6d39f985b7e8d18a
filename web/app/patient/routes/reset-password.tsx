import { useTranslation } from "react-i18next";
import { href, Navigate, useNavigate, useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { ResetForm } from "~/patient/features/sign-in/reset-form";
import { noticeAtSignIn } from "~/patient/features/sign-in/sign-in-notice";
import { useResetToken } from "~/patient/features/sign-in/use-reset-token";
import { expireSession } from "~/patient/session/session";
import { PlainPage } from "~/patient/ui/plain-page";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("account", account);
bundleKo("auth", authTexts);

export const handle: RouteHandle = { title: "resetPassword" };

export default function ResetPassword() {
	const { t } = useTranslation("auth");
	const { token = "" } = useParams();
	const { state, check } = useResetToken(token);
	const navigate = useNavigate();
	const goToSignIn = (notice: "reset_invalid" | "reset_done") => {
		void navigate(noticeAtSignIn(notice), { replace: true });
	};
	// The visitor came for this link, so its failure is shown even to a signed-in patient.
	if (state === "invalid") return <Navigate to={noticeAtSignIn("reset_invalid")} replace />;
	return (
		<PlainPage title={t("reset.title")} text={t("reset.text")} back={href("/auth/signin")}>
			{state === "checking" ? (
				<div role="status" aria-label={t("reset.checking")} className="flex flex-col gap-4">
					<Skeleton className="h-19" />
					<Skeleton className="h-19" />
					<Skeleton className="h-12" />
				</div>
			) : null}
			{state === "unreachable" ? (
				<Notice
					tone="danger"
					action={
						<Button tone="secondary" onPress={check}>
							{t("reset.retry")}
						</Button>
					}
				>
					{t("error.unreachable", { ns: "common" })}
				</Notice>
			) : null}
			{state === "good" ? (
				<ResetForm
					token={token}
					onDone={() => {
						// A new password ends all sessions, including this browser's.
						expireSession();
						goToSignIn("reset_done");
					}}
					onRefused={() => goToSignIn("reset_invalid")}
				/>
			) : null}
		</PlainPage>
	);
}
