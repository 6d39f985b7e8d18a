import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useSetConsent } from "./consents";
import { WithdrawDialog } from "./withdraw-dialog";

/**
 * Gives or withdraws the consent to train the AI with photos and scores. Explains what is used, and that nothing
 * depends on it.
 */
export function TrainingConsent({ isGiven }: { isGiven: boolean }) {
	const { t } = useTranslation("privacy");
	const [asking, setAsking] = useState(false);
	const set = useSetConsent({ kind: "training" });
	return (
		<div className="flex flex-col gap-3">
			<ul className="flex list-disc flex-col gap-1.5 pl-5 text-[14px] text-ink-600">
				<li>{t("training.cut")}</li>
				<li>{t("training.nameless")}</li>
				<li>{t("training.care")}</li>
				<li>{t("training.ends")}</li>
			</ul>
			{set.isError && !asking ? <Notice tone="danger">{problemText(set.error)}</Notice> : null}
			{/* secondary, like the withdrawal: nobody should be persuaded */}
			<Button
				tone="secondary"
				isPending={set.isPending && !asking}
				onPress={() => (isGiven ? setAsking(true) : set.mutate(true))}
			>
				{t(isGiven ? "withdraw.open" : "consent.give")}
			</Button>
			{asking ? (
				<WithdrawDialog
					title={t("withdraw.trainingTitle")}
					effects={[t("withdraw.trainingStops"), t("withdraw.trainingStays")]}
					set={set}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}
