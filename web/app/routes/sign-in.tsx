import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { SignInForm } from "~/features/account/sign-in-form";
import { SignInNotice } from "~/features/account/sign-in-notice";
import { OrSocialButtons } from "~/features/account/social-buttons";
import { WayLinks } from "~/features/account/way-links";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";

bundleKo("account", ko);
bundleKo("ways", ways);

export default function SignIn() {
	const { t } = useTranslation("account");
	const { state } = useSession();
	const redirect = useRedirect();
	if (state === "AUTHENTICATED") return <Navigate to={redirect ?? pathTo("home")} replace />;
	return (
		<div className="mx-auto max-w-[420px] pt-8 sm:pt-16">
			<h1 className="text-title">{t("signIn.title")}</h1>
			<p className="mt-1.5 mb-7 text-ink-600">{redirect ? t("signIn.needed") : t("signIn.text")}</p>
			<SignInNotice />
			<SignInForm />
			<WayLinks to={["findId", "findPassword"]} />
			<OrSocialButtons />
			<p className="mt-4 text-center text-ink-600">
				{t("signIn.noAccount")}{" "}
				<Link
					to={withRedirect(pathTo("signUp"), redirect)}
					className="rounded-control p-2 font-bold text-green-700 hover:underline"
				>
					{t("signIn.signUp")}
				</Link>
			</p>
		</div>
	);
}
