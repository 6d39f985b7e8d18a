import { useTranslation } from "react-i18next";
import { PHASES, type Phase, tciOf } from "~/domain/tci/application";
import { countedScores, levelOf } from "~/domain/tci/grade";
import { CellChange } from "~/domain/tongue/cell-change";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import { LEVEL_TINT } from "~/domain/tongue/score-ring";
import type { WorkItem } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { changeOf, hasPicture, percentOfPhase } from "./results";

/** The two photos of one visit side by side, and what the cleaning changed. */
export function CompareSection({ visit }: { visit: WorkItem }) {
	const { t } = useTranslation("patients");
	const change = changeOf(visit);
	const [before, after] = [visit.beforeTci, visit.afterTci].map((tci) => tci && countedScores(tci));
	return (
		<section aria-labelledby="compare" className="card">
			<h2 id="compare" className="text-header">
				{t("compare.title", { date: koreanDate(visit.createdAt) })}
			</h2>
			<div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">
				{PHASES.map((phase) => (
					<ComparedPhoto key={phase} visit={visit} phase={phase} />
				))}
			</div>
			{change !== null && before && after ? (
				<div className="mt-4 border-t border-line pt-4">
					<p className="text-center font-semibold">
						{t(change < 0 ? "change.better" : change > 0 ? "change.worse" : "change.same", {
							points: Math.abs(change),
						})}
					</p>
					<CellChange before={before} now={after} />
				</div>
			) : null}
		</section>
	);
}

function ComparedPhoto({ visit, phase }: { visit: WorkItem; phase: Phase }) {
	const { t } = useTranslation("patients");
	const tci = tciOf(visit, phase);
	const percent = percentOfPhase(visit, phase);
	return (
		<figure className="min-w-0">
			<figcaption className="mb-2 flex min-h-8 flex-wrap items-center gap-x-2.5">
				<span className="font-semibold">{t(`phase.${phase}`)}</span>
				{percent === null ? null : (
					<>
						<span className="number text-[20px] font-extrabold">{percent}%</span>
						<Badge tint={LEVEL_TINT[levelOf(percent)]}>
							{t(`level.${levelOf(percent)}`, { ns: "tongue" })}
						</Badge>
						<span className="text-meta text-ink-600">
							{t(tci?.status === 2 ? "compare.byExpert" : "compare.byAi")}
						</span>
					</>
				)}
			</figcaption>
			{hasPicture(tci) && tci.tciPicture ? (
				<PhotoFrame
					picture={tci.tciPicture}
					outline
					correctedOutline={tci.tciPicture.expertOutline}
					maxHeight="46dvh"
				/>
			) : (
				<p className="grid aspect-[4/3] place-content-center rounded-card bg-quiet p-4 text-center text-ink-600">
					{t(visit.beforeOnly && phase === "after" ? "compare.skipped" : "compare.none")}
				</p>
			)}
			{tci?.comment ? <p className="mt-2 text-[14px] whitespace-pre-line">{tci.comment}</p> : null}
		</figure>
	);
}
