import { useTranslation } from "react-i18next";
import { levelOf, percentOf } from "~/lib/tci/grade";
import { Button } from "~/ui/button";
import { Sheet } from "~/ui/sheet";
import type { ScoringState } from "./use-scoring";

interface Props {
	name: string;
	scoring: ScoringState;
	onClose: () => void;
}

/** The last look before the patient reads it. */
export function ReleaseSheet({ name, scoring, onClose }: Props) {
	const { t } = useTranslation("clinic");
	const { values } = scoring;
	const scores = values.expertScores;
	const percent = scores ? percentOf(scores) : 0;
	const unnamed = values.shootingExpertId === null || values.analysisExpertId === null;
	const lacks = scores === null || unnamed;
	return (
		<Sheet title={t("release.title")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("release.text", { name })}</p>
			{scores ? (
				<p className="number mt-4 rounded-[16px] bg-mint-50 px-5 py-4 text-center text-[28px] font-extrabold text-green-800">
					{percent}%{" "}
					<span className="text-body font-bold">{t(`level.${levelOf(percent)}`, { ns: "tongue" })}</span>
				</p>
			) : null}
			{lacks ? (
				<p role="alert" className="mt-3 text-[14px] text-danger">
					{t(scores === null ? "release.unscored" : "release.lacks")}
				</p>
			) : null}
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("release.not")}
				</Button>
				<Button
					isDisabled={lacks}
					isPending={scoring.isPending}
					onPress={() => {
						scoring.release();
						onClose();
					}}
				>
					{t("release.do")}
				</Button>
			</div>
		</Sheet>
	);
}
