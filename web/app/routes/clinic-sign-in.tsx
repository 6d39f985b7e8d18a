import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { DoorFrame } from "~/features/clinic/door-frame";
import { SignInForm } from "~/features/clinic/sign-in-form";
import { useStaffSession } from "~/lib/staff-session";
import { useRedirect } from "~/lib/use-redirect";
import { pathTo } from "~/route-table";

export default function ClinicSignIn() {
	const { t } = useTranslation("clinic");
	const { state } = useStaffSession();
	const redirect = useRedirect();
	const home = pathTo("clinicHome");
	if (state === "AUTHENTICATED") {
		return <Navigate to={redirect?.startsWith(home) ? redirect : home} replace />;
	}
	return (
		<DoorFrame title={t("signIn.title")} text={t("signIn.text")}>
			<SignInForm />
		</DoorFrame>
	);
}
