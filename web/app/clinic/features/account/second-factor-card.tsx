import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadStaff } from "~/clinic/session/staff-session";
import { RecoveryCodes } from "~/domain/account/recovery-codes";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { useInvalidateFactor, useNewCodes, useRemoveFactor, useSecondFactor } from "./account-queries";
import { AppSetup } from "./app-setup";
import { CurrentPassword } from "./current-password";

type OpenDialog = "setup" | "codes" | "remove" | null;

/** The user's authenticator app and recovery codes. */
export function SecondFactorCard() {
	const { t } = useTranslation("clinicAccount");
	const factor = useSecondFactor();
	const invalidate = useInvalidateFactor();
	const [open, setOpen] = useState<OpenDialog>(null);
	const close = () => {
		setOpen(null);
		void invalidate();
		void loadStaff();
	};
	if (factor.error && !factor.data) {
		return <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />;
	}
	if (!factor.data) return <Skeleton className="h-28 rounded-card" />;
	const { hasApp, passkeys, isRequired, recoveryCodesLeft } = factor.data;
	const isSet = hasApp || passkeys.length > 0;
	return (
		<section aria-labelledby="second-factor" className="card p-5">
			<h2 id="second-factor" className="flex items-center gap-2 text-header">
				{t("factor.title")}
				<Badge tint={isSet ? "success" : "quiet"}>{t(isSet ? "factor.on" : "factor.off")}</Badge>
			</h2>
			<p className="mt-1 text-ink-600">{t(isRequired ? "factor.required" : "factor.text")}</p>
			{isSet ? (
				<p className="number mt-2 text-meta text-ink-600">{t("factor.left", { count: recoveryCodesLeft })}</p>
			) : null}
			<div className="mt-4 flex flex-wrap gap-2">
				{isSet ? (
					<Button tone="secondary" onPress={() => setOpen("codes")}>
						{t("recovery.again")}
					</Button>
				) : null}
				{hasApp ? (
					<Button tone="quiet" onPress={() => setOpen("remove")}>
						{t("factor.remove")}
					</Button>
				) : (
					<Button onPress={() => setOpen("setup")}>{t("factor.setUp")}</Button>
				)}
			</div>
			{open === "setup" ? (
				<Dialog title={t("factor.setUp")} onClose={close}>
					<AppSetup onDone={close} />
				</Dialog>
			) : null}
			{open === "codes" ? <NewCodes onClose={close} /> : null}
			{open === "remove" ? <RemoveFactorDialog onClose={close} /> : null}
		</section>
	);
}

function NewCodes({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const make = useNewCodes();
	return (
		<Dialog title={t("recovery.again")} onClose={make.data ? undefined : onClose}>
			{make.data ? (
				<RecoveryCodes codes={make.data} onDone={onClose} />
			) : (
				<CurrentPassword submit={t("recovery.make")} onPassword={(password) => make.mutateAsync(password)} />
			)}
		</Dialog>
	);
}

function RemoveFactorDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const remove = useRemoveFactor();
	return (
		<Dialog title={t("factor.removeTitle")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("factor.removeText")}</p>
			<CurrentPassword
				submit={t("factor.removeDo")}
				tone="danger"
				onPassword={(password) => remove.mutateAsync(password, { onSuccess: onClose })}
			/>
		</Dialog>
	);
}
