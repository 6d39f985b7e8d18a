import { useTranslation } from "react-i18next";
import { href, Navigate } from "react-router";
import { SignInLayout } from "~/clinic/layouts/sign-in-layout";
import { logInStaff, useStaffSession } from "~/clinic/session/staff-session";
import { SignInForm } from "~/domain/account/sign-in-form";
import { useRedirect } from "~/shared/lib/use-redirect";

export default function ClinicSignIn() {
	const { t } = useTranslation("clinic");
	const { state } = useStaffSession();
	const redirect = useRedirect();
	const home = href("/clinic");
	if (state === "AUTHENTICATED") {
		return <Navigate to={redirect?.startsWith(home) ? redirect : home} replace />;
	}
	return (
		<SignInLayout title={t("signIn.title")} text={t("signIn.text")}>
			<SignInForm onSubmit={logInStaff} />
		</SignInLayout>
	);
}
