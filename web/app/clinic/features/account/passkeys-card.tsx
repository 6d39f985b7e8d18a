import { useState } from "react";
import { useTranslation } from "react-i18next";
import { canUsePasskeys } from "~/clinic/session/passkey";
import { loadStaff } from "~/clinic/session/staff-session";
import type { Passkey } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { useInvalidateFactor, useRemovePasskey, useSecondFactor } from "./account-queries";
import { CurrentPassword } from "./current-password";
import { PasskeySetup } from "./passkey-setup";

/** The user's passkeys, one of the two kinds of second factor. */
export function PasskeysCard() {
	const { t } = useTranslation("clinicAccount");
	const factor = useSecondFactor();
	const invalidate = useInvalidateFactor();
	const [isAdding, setAdding] = useState(false);
	const [removing, setRemoving] = useState<Passkey | null>(null);
	const close = () => {
		setAdding(false);
		setRemoving(null);
		void invalidate();
		void loadStaff();
	};
	if (!factor.data) return null;
	const { passkeys } = factor.data;
	return (
		<section aria-labelledby="passkeys" className="card p-5">
			<h2 id="passkeys" className="text-header">
				{t("passkey.title")}
			</h2>
			<p className="mt-1 text-ink-600">{t("passkey.text")}</p>
			<ul aria-label={t("passkey.title")} className="mt-3 flex flex-col divide-y divide-line">
				{passkeys.map((passkey) => (
					<li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
						<div className="min-w-0 flex-1">
							<p className="font-bold break-words">{passkey.name}</p>
							<p className="number text-meta text-ink-600">
								{t("passkey.since", { date: koreanDate(passkey.createdAt) })}
							</p>
						</div>
						<Button tone="quiet" onPress={() => setRemoving(passkey)}>
							{t("passkey.remove")}
							<span className="sr-only">: {passkey.name}</span>
						</Button>
					</li>
				))}
			</ul>
			{canUsePasskeys() ? (
				<Button tone="secondary" className="mt-4" onPress={() => setAdding(true)}>
					{t("passkey.add")}
				</Button>
			) : null}
			{isAdding ? (
				<Dialog title={t("passkey.add")} onClose={close}>
					<PasskeySetup onDone={close} />
				</Dialog>
			) : null}
			{removing ? <RemovePasskeyDialog passkey={removing} onClose={close} /> : null}
		</section>
	);
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const remove = useRemovePasskey(passkey.id);
	return (
		<Dialog title={t("passkey.removeTitle", { name: passkey.name })} onClose={onClose}>
			<CurrentPassword
				submit={t("passkey.removeDo")}
				tone="danger"
				onPassword={(password) => remove.mutateAsync(password, { onSuccess: onClose })}
			/>
		</Dialog>
	);
}
