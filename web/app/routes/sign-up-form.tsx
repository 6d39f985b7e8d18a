import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { PlainFrame } from "~/features/account/plain-frame";
import { SignUpStart } from "~/features/account/sign-up-start";
import { bundleKo } from "~/i18n/i18n";
import { withRedirect } from "~/lib/redirect";
import { useSession } from "~/lib/session";
import { useRedirect } from "~/lib/use-redirect";
import ko from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { pathTo } from "~/route-table";

bundleKo("account", ko);
bundleKo("ways", ways);

export default function SignUpFormScreen() {
	const { t } = useTranslation("account");
	const { state } = useSession();
	const redirect = useRedirect();
	if (state === "AUTHENTICATED") return <Navigate to={redirect ?? pathTo("welcome")} replace />;
	return (
		<PlainFrame title={t("form.title")} back={withRedirect(pathTo("signIn"), redirect)}>
			<SignUpStart />
		</PlainFrame>
	);
}
