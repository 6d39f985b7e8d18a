import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Skeleton } from "~/shared/ui/skeleton";
import { useSetConsent, useWithdrawal } from "./consents";
import { EndingsList } from "./endings-list";
import { WithdrawDialog } from "./withdraw-dialog";

interface Recipient {
	kind: string;
	id: number;
	name: string;
}

/** Withdraws the consent to provide data to a clinic or an insurer. Explains first what that cancels. */
export function ProvideConsent({ recipient }: { recipient: Recipient }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	return (
		<>
			<Button tone="secondary" className="w-full" onPress={() => setAsking(true)}>
				{t("withdraw.open")}
			</Button>
			{asking ? <WithdrawProvide recipient={recipient} onClose={() => setAsking(false)} /> : null}
		</>
	);
}

function WithdrawProvide({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
	const { t } = useTranslation("privacy");
	const { kind, id, name } = recipient;
	const endings = useWithdrawal({ kind, id });
	const set = useSetConsent({ kind: "provide", recipient: { kind, id }, ends: true });
	const isInsurer = kind === "insurer";
	return (
		<WithdrawDialog
			title={t("withdraw.provideTitle", { recipient: name })}
			effects={[
				t(isInsurer ? "withdraw.insurerStops" : "withdraw.provideStops"),
				t(isInsurer ? "withdraw.insurerStays" : "withdraw.provideStays"),
			]}
			set={set}
			error={endings.error}
			isDisabled={!endings.data}
			onClose={onClose}
		>
			{endings.data ? <EndingsList endings={endings.data} /> : null}
			{!endings.data && !endings.error ? <Skeleton className="mt-3 h-16 rounded-[16px]" /> : null}
		</WithdrawDialog>
	);
}
