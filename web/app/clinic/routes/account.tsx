import { useTranslation } from "react-i18next";
import { PasskeysCard } from "~/clinic/features/account/passkeys-card";
import { PasswordCard } from "~/clinic/features/account/password-card";
import { SecondFactorCard } from "~/clinic/features/account/second-factor-card";
import { SessionsCard } from "~/clinic/features/account/sessions-card";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { useStaffSession } from "~/clinic/session/staff-session";

export default function ClinicAccount() {
	const { t } = useTranslation("clinicAccount");
	const { staff } = useStaffSession();
	return (
		<ConsolePage title={t("page")} text={staff ? `${staff.name} · ${staff.loginId}` : ""}>
			<PasswordCard />
			<SecondFactorCard />
			<PasskeysCard />
			<SessionsCard />
		</ConsolePage>
	);
}
