import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "./code-form";

const QrCode = lazy(() => import("~/shared/ui/qr-code"));

interface Props {
	/** The data for the authenticator app, shown as a QR code and as text to type. */
	url: string;
	secret: string;
	/** Sends the app's first code; rejects with the server's problem. */
	onCode: (code: string) => Promise<unknown>;
}

/** Registers an authenticator app. Its first code proves that it has the secret. */
export function AppRegistration({ url, secret, onCode }: Props) {
	const { t } = useTranslation("credentials");
	return (
		<div className="mt-3 flex flex-col gap-3">
			<p className="text-ink-600">{t("app.scan")}</p>
			<div className="mx-auto w-[200px]">
				<Suspense fallback={<div className="size-[200px]" />}>
					<QrCode text={url} label={t("app.qr")} />
				</Suspense>
			</div>
			<p className="text-center text-meta text-ink-600">
				{t("app.type")}
				<span className="number mt-1 block font-bold break-all text-ink-900 select-all">{secret}</span>
			</p>
			<CodeForm hint={t("app.hint")} submit={t("app.confirm")} onCode={onCode} />
		</div>
	);
}
