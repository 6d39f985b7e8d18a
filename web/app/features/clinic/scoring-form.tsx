import { useTranslation } from "react-i18next";
import type { Expert, NamedExpert, Tci } from "~/lib/api/types";
import { localDate } from "~/lib/format";
import { levelOf, percentOf, resultDate, scoresOf, type View } from "~/lib/tci/grade";
import { Badge } from "~/ui/badge";
import { AiRemarks, UncertainSummary, UnfamiliarNotice } from "~/ui/tongue/ai-remarks";
import { LEVEL_TINT } from "~/ui/tongue/score-ring";
import { agreement, MAX_LENGTH, type ScoringValues } from "./scoring-values";

interface Props {
	tci: Tci;
	view: View;
	values: ScoringValues;
	experts: readonly NamedExpert[];
	isFixed: boolean;
	onChange: (changed: Partial<ScoringValues>) => void;
}

const FIELD =
	"block w-full rounded-control border border-field bg-white px-3.5 text-[15px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 disabled:border-line disabled:bg-quiet disabled:text-ink-900 disabled:opacity-100";

/** The numbers, and in the direct view who found them and what there is to say. */
export function ScoringForm({ tci, view, values, experts, isFixed, onChange }: Props) {
	const { t } = useTranslation("clinic");
	const read = scoresOf(tci, "ai");
	const scores = view === "ai" ? read : values.expertScores;
	return (
		<>
			<Score
				scores={scores}
				read={view === "expert" ? read : null}
				fallback={view === "ai" ? "scoring.notRead" : "scoring.notScored"}
			/>
			{view === "expert" && read && !isFixed ? (
				<>
					<button
						type="button"
						onClick={() => onChange({ expertScores: [...read], scoresFromAi: true })}
						className="-mt-2 min-h-10 self-start rounded-control px-2 -ml-2 text-[14px] font-bold text-green-700 underline hover:bg-mint-50"
					>
						{t("scoring.fill")}
					</button>
					<UnfamiliarNotice tci={tci} reader="clinic" />
				</>
			) : null}
			{view === "ai" ? (
				<>
					<UncertainSummary tci={tci} />
					<AiRemarks tci={tci} reader="clinic" />
				</>
			) : null}
			<Facts tci={tci} view={view} />
			{view === "expert" ? (
				<>
					<ExpertField
						label={t("scoring.shooter")}
						experts={experts}
						named={tci.shootingExpert}
						value={values.shootingExpertId}
						isFixed={isFixed}
						onChange={(shootingExpertId) => onChange({ shootingExpertId })}
					/>
					<ExpertField
						label={t("scoring.analyst")}
						experts={experts.filter(({ role }) => role !== "shooting_expert")}
						named={tci.analysisExpert}
						value={values.analysisExpertId}
						isFixed={isFixed}
						onChange={(analysisExpertId) => onChange({ analysisExpertId })}
					/>
				</>
			) : null}
			<label className="block">
				<span className="mb-1 block text-meta font-semibold text-ink-600">{t("scoring.comment")}</span>
				<textarea
					rows={4}
					maxLength={MAX_LENGTH}
					readOnly={isFixed || view === "ai"}
					value={values.comment}
					onChange={(event) => onChange({ comment: event.target.value })}
					className={`${FIELD} resize-y py-3 read-only:border-line read-only:bg-quiet`}
				/>
			</label>
		</>
	);
}

interface ScoreProps {
	scores: readonly number[] | null;
	/** The AI's, to be held against them. */
	read: readonly number[] | null;
	/** What to say while there are none. */
	fallback: "scoring.notRead" | "scoring.notScored";
}

function Score({ scores, read, fallback }: ScoreProps) {
	const { t } = useTranslation("clinic");
	if (!scores) return <p className="text-ink-600">{t(fallback)}</p>;
	const percent = percentOf(scores);
	const level = levelOf(percent);
	return (
		<div className="flex items-center gap-3">
			<p className="number text-score font-extrabold tracking-tight">
				<span className="sr-only">{t("photo.score", { ns: "tongue" })} </span>
				{percent}
				<span className="text-[24px] font-bold">%</span>
			</p>
			<Badge tint={LEVEL_TINT[level]}>{t(`level.${level}`, { ns: "tongue" })}</Badge>
			{read ? (
				<p aria-live="polite" className="number ml-auto text-right text-meta text-ink-600">
					{t("scoring.agreement", { n: agreement(read, scores) })}
				</p>
			) : null}
		</div>
	);
}

function Facts({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("clinic");
	const result = resultDate(tci, view);
	const facts = [
		[t("scoring.shotAt"), tci.tciPicture ? localDate(tci.shootingAt) : "-"],
		[t("scoring.resultAt"), result === null ? "-" : localDate(result)],
	];
	return (
		<dl className="grid grid-cols-2 gap-2">
			{facts.map(([name, value]) => (
				<div key={name} className="rounded-control bg-quiet px-3 py-2">
					<dt className="text-[12px] text-ink-600">{name}</dt>
					<dd className="number min-h-5 text-[14px] font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}

interface ExpertFieldProps {
	label: string;
	experts: readonly Expert[];
	/** Who is named already, though perhaps not at the clinic any more. */
	named: Expert | null;
	value: number | null;
	isFixed: boolean;
	onChange: (id: number | null) => void;
}

function ExpertField({ label, experts, named, value, isFixed, onChange }: ExpertFieldProps) {
	const { t } = useTranslation("clinic");
	const all = named && !experts.some((each) => each.id === named.id) ? [named, ...experts] : experts;
	return (
		<label className="block">
			<span className="mb-1 block text-meta font-semibold text-ink-600">{label}</span>
			<select
				value={value ?? ""}
				disabled={isFixed}
				onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
				className={`${FIELD} h-12`}
			>
				<option value="">{t("scoring.nobody")}</option>
				{all.map((each) => (
					<option key={each.id} value={each.id}>
						{each.name}
					</option>
				))}
			</select>
		</label>
	);
}
