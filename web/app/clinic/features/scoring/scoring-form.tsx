import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { resultDate, type View } from "~/domain/tci/grade";
import { AiRemarks, UncertainSummary } from "~/domain/tongue/ai-remarks";
import type { NamedExpert, Tci } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { ExpertField, FIELD } from "./expert-field";
import { ScoreSummary } from "./score-summary";
import { MAX_LENGTH, type ScoringValues } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

const CommentSnippets = lazy(() =>
	import("./comment-snippets").then((module) => ({ default: module.CommentSnippets })),
);

interface Props {
	tci: Tci;
	view: View;
	values: ScoringValues;
	experts: readonly NamedExpert[];
	/** Omitted where nothing can be changed. */
	scoring?: ScoringState;
}

/** The scores, the experts or the AI's remarks by view, and the comment. */
export function ScoringForm({ tci, view, values, experts, scoring }: Props) {
	const { t } = useTranslation("clinic");
	const own = view === "expert" ? scoring : undefined;
	return (
		<>
			<ScoreSummary tci={tci} view={view} values={values} scoring={own} />
			{view === "ai" ? (
				<>
					<UncertainSummary tci={tci} />
					<AiRemarks tci={tci} reader="clinic" />
				</>
			) : (
				<ExpertFields tci={tci} values={values} experts={experts} scoring={own} />
			)}
			<div>
				<div className="flex items-end justify-between gap-2">
					<label htmlFor="comment" className="pb-1 text-meta font-semibold text-ink-600">
						{t("scoring.comment")}
					</label>
					{own ? (
						<Suspense fallback={<span className="-mt-2 min-h-11" />}>
							<CommentSnippets comment={values.comment} onComment={(comment) => own.change({ comment })} />
						</Suspense>
					) : null}
				</div>
				<textarea
					id="comment"
					rows={3}
					maxLength={MAX_LENGTH}
					readOnly={!own}
					value={values.comment}
					onChange={(event) => own?.change({ comment: event.target.value })}
					className={`${FIELD} field-sizing-content max-h-64 min-h-22 resize-y px-3.5 py-2.5 read-only:border-line read-only:bg-quiet`}
				/>
			</div>
			<Dates tci={tci} view={view} />
		</>
	);
}

function ExpertFields({ tci, values, experts, scoring }: Omit<Props, "view">) {
	const { t } = useTranslation("clinic");
	return (
		<div className="grid grid-cols-2 gap-2">
			<ExpertField
				label={t("scoring.shooter")}
				experts={experts}
				selected={tci.shootingExpert}
				value={values.shootingExpertId}
				isFixed={!scoring}
				onChange={(shootingExpertId) => scoring?.change({ shootingExpertId })}
			/>
			<ExpertField
				label={t("scoring.analyst")}
				experts={experts.filter(({ role }) => role !== "shooting_expert")}
				selected={tci.analysisExpert}
				value={values.analysisExpertId}
				isFixed={!scoring}
				onChange={(analysisExpertId) => scoring?.change({ analysisExpertId })}
			/>
		</div>
	);
}

function Dates({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("clinic");
	const result = resultDate(tci, view);
	const items = [
		[t("scoring.number"), tci.tciNumber],
		[t("scoring.shotAt"), tci.tciPicture ? koreanDate(tci.shootingAt) : "-"],
		[t("scoring.resultAt"), result ? koreanDate(result) : "-"],
	];
	return (
		<dl className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
			{items.map(([name, value]) => (
				<div key={name} className="flex gap-1.5">
					<dt className="text-ink-600">{name}</dt>
					<dd className="number font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}
