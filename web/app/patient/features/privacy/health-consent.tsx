import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useSetConsent } from "./consents";
import { WithdrawDialog } from "./withdraw-dialog";

/** Gives the consent on a press. A withdrawal first explains what stops working. */
export function HealthConsent({ isGiven }: { isGiven: boolean }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	const set = useSetConsent({ kind: "health" });
	return (
		<div className="flex flex-col gap-3">
			{set.isError && !asking ? <Notice tone="danger">{problemText(set.error)}</Notice> : null}
			{isGiven ? (
				<Button tone="secondary" onPress={() => setAsking(true)}>
					{t("withdraw.open")}
				</Button>
			) : (
				<Button isPending={set.isPending} onPress={() => set.mutate(true)}>
					{t("consent.give")}
				</Button>
			)}
			{asking ? (
				<WithdrawDialog
					title={t("withdraw.title")}
					effects={[t("withdraw.stops"), t("withdraw.stays")]}
					set={set}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}
