import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { Dialog } from "~/shared/ui/dialog";
import { Skeleton } from "~/shared/ui/skeleton";

const ConfirmForm = lazy(() => import("./leave-confirm-form"));

export interface LeaveFormProps {
	onLeft: () => void;
	/** Verifies the account's own phone number; passed in by the screen. */
	phone: (onProof: (phoneToken: string) => void) => ReactNode;
}

/** Account deletion takes two confirmations: having read the consequences, and a proof of owning the account. */
export function LeaveForm({ onLeft, phone }: LeaveFormProps) {
	const { t } = useTranslation("privacy");
	const [read, setRead] = useState(false);
	const [asking, setAsking] = useState(false);
	return (
		<>
			<CheckboxCard checked={read} title={t("leave.read")} onChange={setRead} />
			<Button tone="danger" isDisabled={!read} onPress={() => setAsking(true)}>
				{t("leave.do")}
			</Button>
			{asking ? <ConfirmSheet onLeft={onLeft} phone={phone} onClose={() => setAsking(false)} /> : null}
		</>
	);
}

/** The last confirmation: the current password, or a code to the account's phone. */
function ConfirmSheet({ onClose, ...props }: LeaveFormProps & { onClose: () => void }) {
	const { t } = useTranslation("privacy");
	const [byPhone, setByPhone] = useState(false);
	const change = () => setByPhone(!byPhone);
	return (
		<Dialog title={t("leave.sure")} onClose={onClose}>
			<Suspense fallback={<Skeleton className="mt-2 h-80 rounded-control" />}>
				<ConfirmForm
					key={byPhone ? "phone" : "password"}
					{...props}
					byPhone={byPhone}
					onChange={change}
					onClose={onClose}
				/>
			</Suspense>
		</Dialog>
	);
}
