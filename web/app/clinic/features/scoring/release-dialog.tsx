import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { levelOf, percentOf } from "~/domain/tci/grade";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { wholeScores } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	name: string;
	scoring: ScoringState;
	onClose: () => void;
}

/** Text key of why a result cannot be sent yet; null when it can. */
function releaseBlocker({ values, unconfirmed, scored }: ScoringState) {
	if (scored === 0) return "release.unscored";
	if (!wholeScores(values.expertScores)) return "release.partial";
	if (unconfirmed.length > 0) return "release.moved";
	return values.shootingExpertId === null || values.analysisExpertId === null ? "release.lacks" : null;
}

/** Final check before the patient gets the result. Cannot be closed during the request, so that nothing is edited meanwhile. */
export function ReleaseDialog({ name, scoring, onClose }: Props) {
	const { t } = useTranslation("clinic");
	const scores = wholeScores(scoring.values.expertScores);
	const percent = scores ? percentOf(scores) : 0;
	const blocker = releaseBlocker(scoring);
	const first = useRef<HTMLButtonElement>(null);
	// After the dialog opened, which focuses its close button.
	useEffect(() => first.current?.focus(), []);
	return (
		<Dialog title={t("release.title")} onClose={scoring.isPending ? undefined : onClose}>
			<p className="mt-2 text-ink-600">{t("release.text", { name })}</p>
			{scores ? (
				<p className="number mt-4 rounded-[16px] bg-mint-50 px-5 py-4 text-center text-[28px] font-extrabold text-green-800">
					{percent}%{" "}
					<span className="text-body font-bold">{t(`level.${levelOf(percent)}`, { ns: "tongue" })}</span>
				</p>
			) : null}
			{blocker ? (
				<p role="alert" className="mt-3 text-[14px] text-danger">
					{t(blocker, { n: 9 - scoring.scored })}
				</p>
			) : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button
					ref={blocker ? first : undefined}
					tone="secondary"
					isDisabled={scoring.isPending}
					onPress={onClose}
				>
					{t("release.not")}
				</Button>
				<Button
					ref={blocker ? undefined : first}
					isDisabled={blocker !== null}
					isPending={scoring.isPending}
					onPress={() => void scoring.release().then(onClose)}
				>
					{t("release.do")}
				</Button>
			</div>
		</Dialog>
	);
}
