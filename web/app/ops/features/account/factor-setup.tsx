import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { CodeForm } from "./code-form";
import { useBeginFactor, useConfirmFactor } from "./queries";

const QrCode = lazy(() => import("~/shared/ui/qr-code"));

interface Props {
	/** The recovery codes are shown from now on, and never again. */
	onCodes?: () => void;
	onDone: () => void;
}

/** Sets up an authenticator app: the QR code, a first code, and then the recovery codes. */
export function FactorSetup({ onCodes, onDone }: Props) {
	const { t } = useTranslation("ops");
	const { mutate: begin, ...started } = useBeginFactor();
	const confirm = useConfirmFactor();
	const hasStarted = useRef(false);
	useEffect(() => {
		if (hasStarted.current) return;
		hasStarted.current = true;
		begin();
	}, [begin]);
	if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onNoted={onDone} />;
	if (started.error) {
		return (
			<Notice
				tone="danger"
				action={
					<Button tone="secondary" onPress={() => begin()}>
						{t("action.retry", { ns: "common" })}
					</Button>
				}
			>
				{problemText(started.error)}
			</Notice>
		);
	}
	if (!started.data) return <Skeleton className="h-64 rounded-card" />;
	const { secret, uri } = started.data;
	return (
		<div className="flex flex-col gap-3">
			<Suspense fallback={<Skeleton className="mx-auto size-[200px]" />}>
				<div className="mx-auto w-[200px]">
					<QrCode text={uri} label={t("setup.qr")} />
				</div>
			</Suspense>
			<p className="text-center text-meta text-ink-600">
				{t("setup.type")}
				<span className="number mt-1 block font-bold break-all text-ink-900 select-all">{secret}</span>
			</p>
			<CodeForm
				hint={t("setup.hint")}
				submit={t("setup.confirm")}
				onCode={(code) => confirm.mutateAsync(code).then(onCodes)}
			/>
		</div>
	);
}

function RecoveryCodes({ codes, onNoted }: { codes: readonly string[]; onNoted: () => void }) {
	const { t } = useTranslation("ops");
	return (
		<div className="flex flex-col gap-3">
			<p className="text-ink-600">{t("recovery.text")}</p>
			<ul
				aria-label={t("recovery.list")}
				className="number grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-[16px] bg-mint-50 px-5 py-4 text-center font-bold select-all"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<Button onPress={onNoted}>{t("recovery.noted")}</Button>
		</div>
	);
}
