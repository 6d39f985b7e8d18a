import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBeginApp, useConfirmApp } from "./account-queries";
import { CodeForm } from "./code-form";
import { CurrentPassword } from "./current-password";
import { RecoveryCodes } from "./recovery-codes";

const QrCode = lazy(() => import("~/shared/ui/qr-code"));

/** Sets up an authenticator app: the password, the QR code, a first code, and then the recovery codes. */
export function AppSetup({ onDone }: { onDone: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const begin = useBeginApp();
	const confirm = useConfirmApp();
	const [codes, setCodes] = useState<string[] | null>(null);
	if (codes) return <RecoveryCodes codes={codes} onNoted={onDone} />;
	if (!begin.data) {
		return <CurrentPassword submit={t("app.begin")} onPassword={(password) => begin.mutateAsync(password)} />;
	}
	const { secret, url } = begin.data;
	return (
		<div className="mt-3 flex flex-col gap-3">
			<p className="text-ink-600">{t("app.scan")}</p>
			<Suspense fallback={<div className="mx-auto size-[240px]" />}>
				<QrCode text={url} label={t("app.qr")} />
			</Suspense>
			<p className="text-center text-meta text-ink-600">
				{t("app.type")}
				<span className="number mt-1 block font-bold break-all text-ink-900 select-all">{secret}</span>
			</p>
			<CodeForm
				label={t("code.label")}
				submit={t("app.confirm")}
				onCode={(code) => confirm.mutateAsync(code, { onSuccess: setCodes })}
			/>
		</div>
	);
}
