import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RecoveryCodes } from "~/domain/account/recovery-codes";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";
import { useCreatePasskey } from "./account-queries";
import { CurrentPassword } from "./current-password";

const MAX_NAME = 50;

/** Registers a passkey: name, password, the browser's dialog, and recovery codes if there were none. */
export function PasskeySetup({ onDone }: { onDone: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const create = useCreatePasskey();
	const name = useRef("");
	const [codes, setCodes] = useState<string[] | null>(null);
	const [isCanceled, setCanceled] = useState(false);
	if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
	const make = async (currentPassword: string) => {
		setCanceled(false);
		try {
			const made = await create.mutateAsync({
				name: name.current.trim() || t("passkey.unnamed"),
				currentPassword,
			});
			if (made.length > 0) setCodes(made);
			else onDone();
		} catch (problem) {
			if (!(problem instanceof DOMException)) throw problem;
			setCanceled(true);
		}
	};
	return (
		<div className="mt-3 flex flex-col gap-3">
			<p className="text-ink-600">{t("passkey.text")}</p>
			<TextField
				name="passkeyName"
				label={t("passkey.name")}
				hint={t("passkey.nameHint")}
				maxLength={MAX_NAME}
				autoComplete="off"
				onChange={(text) => {
					name.current = text;
				}}
			/>
			{isCanceled ? <Notice tone="warning">{t("passkey.canceled")}</Notice> : null}
			<CurrentPassword submit={t("passkey.make")} onPassword={make} />
		</div>
	);
}
