import { useTranslation } from "react-i18next";
import { Navigate, useNavigate, useParams } from "react-router";
import { PlainFrame } from "~/features/account/plain-frame";
import { ResetForm } from "~/features/account/reset-form";
import { noticeAtSignIn } from "~/features/account/sign-in-notice";
import { useResetToken } from "~/features/account/use-reset-token";
import { bundleKo } from "~/i18n/i18n";
import { refuse } from "~/lib/session";
import account from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Skeleton } from "~/ui/skeleton";

bundleKo("account", account);
bundleKo("ways", ways);

export default function ResetPassword() {
	const { t } = useTranslation("ways");
	const { token = "" } = useParams();
	const { state, check } = useResetToken(token);
	const navigate = useNavigate();
	const goToSignIn = (notice: "reset_invalid" | "reset_done") => {
		void navigate(noticeAtSignIn(notice), { replace: true });
	};
	// The link is what brought the visitor here, so it is told even to somebody who is signed in.
	if (state === "invalid") return <Navigate to={noticeAtSignIn("reset_invalid")} replace />;
	return (
		<PlainFrame title={t("reset.title")} text={t("reset.text")} back={pathTo("signIn")}>
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
						// A new password ends every session, this browser's too.
						refuse();
						goToSignIn("reset_done");
					}}
					onRefused={() => goToSignIn("reset_invalid")}
				/>
			) : null}
		</PlainFrame>
	);
}
