import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AppRegistration } from "~/domain/account/app-registration";
import { RecoveryCodes } from "~/domain/account/recovery-codes";
import { useBeginApp, useConfirmApp } from "./account-queries";
import { CurrentPassword } from "./current-password";

/** Sets up an authenticator app: the password, the QR code, a first code, and then the recovery codes. */
export function AppSetup({ onDone }: { onDone: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const begin = useBeginApp();
	const confirm = useConfirmApp();
	const [codes, setCodes] = useState<string[] | null>(null);
	if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
	if (!begin.data) {
		return <CurrentPassword submit={t("app.begin")} onPassword={(password) => begin.mutateAsync(password)} />;
	}
	return (
		<AppRegistration
			url={begin.data.url}
			secret={begin.data.secret}
			onCode={(code) => confirm.mutateAsync(code, { onSuccess: setCodes })}
		/>
	);
}
