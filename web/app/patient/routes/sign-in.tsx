import { useTranslation } from "react-i18next";
import { href, Link, Navigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { AuthLinks } from "~/patient/features/sign-in/auth-links";
import { SignInForm } from "~/patient/features/sign-in/sign-in-form";
import { SignInNotice } from "~/patient/features/sign-in/sign-in-notice";
import { loadPatient, useSession } from "~/patient/session/session";
import { OrSocialButtons } from "~/patient/ui/social-buttons";
import { withRedirect } from "~/shared/lib/redirect";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useRedirect } from "~/shared/lib/use-redirect";
import { ErrorNotice } from "~/shared/ui/error-notice";

bundleKo("account", ko);
bundleKo("auth", authTexts);

export const handle: RouteHandle = { title: "account", isTitleOnly: true };

export default function SignIn() {
	const { t } = useTranslation("account");
	const { state, error } = useSession();
	const redirect = useRedirect();
	if (state === "AUTHENTICATED") return <Navigate to={redirect ?? href("/")} replace />;
	return (
		<div className="mx-auto max-w-[420px] pt-8 sm:pt-16">
			<h1 className="text-title">{t("signIn.title")}</h1>
			<p className="mt-1.5 mb-7 text-ink-600">{redirect ? t("signIn.needed") : t("signIn.text")}</p>
			<SignInNotice />
			{state === "UNREACHABLE" ? (
				<div className="mb-5">
					<ErrorNotice error={error} onRetry={() => void loadPatient()} />
				</div>
			) : null}
			<SignInForm />
			<AuthLinks to={["/auth/find-id", "/auth/find-password"]} />
			<p className="text-center text-ink-600">
				{t("signIn.noAccount")}{" "}
				<Link
					to={withRedirect(href("/auth/signup"), redirect)}
					className="inline-flex min-h-12 items-center rounded-control px-2 font-bold text-green-700 hover:underline"
				>
					{t("signIn.signUp")}
				</Link>
			</p>
			<OrSocialButtons />
		</div>
	);
}
