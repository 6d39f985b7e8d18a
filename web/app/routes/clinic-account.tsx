import { useTranslation } from "react-i18next";
import { PasskeysCard } from "~/features/clinic/account/passkeys-card";
import { PasswordCard } from "~/features/clinic/account/password-card";
import { SecondFactorCard } from "~/features/clinic/account/second-factor-card";
import { SessionsCard } from "~/features/clinic/account/sessions-card";
import { DeskPage } from "~/features/clinic/desk-page";
import { useStaffSession } from "~/lib/staff-session";

export default function ClinicAccount() {
	const { t } = useTranslation("clinicAccount");
	const { staff } = useStaffSession();
	return (
		<DeskPage title={t("page")} text={staff ? `${staff.name} · ${staff.loginId}` : ""}>
			<PasswordCard />
			<SecondFactorCard />
			<PasskeysCard />
			<SessionsCard />
		</DeskPage>
	);
}
