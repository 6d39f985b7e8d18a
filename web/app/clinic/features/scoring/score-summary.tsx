import { useState } from "react";
import { useTranslation } from "react-i18next";
import { levelOf, percentOf, scoresOf, type View } from "~/domain/tci/grade";
import { UnfamiliarNotice } from "~/domain/tongue/ai-remarks";
import { expertGrid } from "~/domain/tongue/frame";
import { LEVEL_TINT } from "~/domain/tongue/score-ring";
import type { Tci } from "~/shared/api/types";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import {
	agreement,
	countScored,
	gridFor,
	NO_SCORES,
	type ScoringValues,
	wholeScores,
} from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	tci: Tci;
	view: View;
	values: ScoringValues;
	/** Omitted where the scores are fixed. */
	scoring?: ScoringState;
}

/** The percentage of the nine cells, the agreement with the AI, and buttons that fill the cells. */
export function ScoreSummary({ tci, view, values, scoring }: Props) {
	const read = scoresOf(tci, "ai");
	if (view === "ai") return <Percentage scores={read ?? NO_SCORES} fallback="scoring.notRead" />;
	return (
		<>
			<div className="flex min-h-12 items-center gap-3">
				<Percentage scores={values.expertScores} fallback="scoring.notScored" />
				{read ? <Agreement tci={tci} read={read} values={values} scoring={scoring} /> : null}
			</div>
			{scoring ? <FillButtons read={read} scoring={scoring} /> : null}
			{scoring && read ? <UnfamiliarNotice tci={tci} reader="clinic" /> : null}
			{scoring && scoring.unconfirmed.length > 0 ? <UnconfirmedNotice scoring={scoring} /> : null}
		</>
	);
}

interface PercentageProps {
	scores: ScoringValues["expertScores"];
	/** Text key shown while there are no scores. */
	fallback: "scoring.notRead" | "scoring.notScored";
}

function Percentage({ scores, fallback }: PercentageProps) {
	const { t } = useTranslation("clinic");
	const whole = wholeScores(scores);
	const scored = countScored(scores);
	if (!whole) {
		return (
			<p role="status" className="number text-ink-600">
				{scored > 0 ? t("scoring.some", { n: scored }) : t(fallback)}
			</p>
		);
	}
	const percent = percentOf(whole);
	const level = levelOf(percent);
	return (
		<>
			<p className="number text-[38px] leading-none font-extrabold tracking-tight whitespace-nowrap">
				<span className="sr-only">{t("photo.score", { ns: "tongue" })} </span>
				{percent}
				<span className="text-[22px] font-bold">%</span>
			</p>
			<Badge tint={LEVEL_TINT[level]}>{t(`level.${level}`, { ns: "tongue" })}</Badge>
		</>
	);
}

interface AgreementProps extends Pick<Props, "tci" | "values" | "scoring"> {
	read: readonly number[];
}

function Agreement({ tci, read, values, scoring }: AgreementProps) {
	const { t } = useTranslation("clinic");
	const picture = tci.tciPicture;
	const { same, of } = agreement(
		{ scores: values.expertScores, ai: read, unconfirmed: scoring?.unconfirmed ?? [] },
		{
			expert: gridFor(picture, values),
			ai: picture ? expertGrid({ ...picture, expertOutline: null }) : undefined,
		},
	);
	return (
		<p aria-live="polite" className="number ml-auto text-right text-meta text-ink-600">
			{of > 0 ? t("scoring.agreement", { n: same, of }) : null}
		</p>
	);
}

const LINK =
	"min-h-11 rounded-control px-2 text-[14px] font-bold text-green-700 underline hover:bg-mint-50 disabled:text-ink-600 disabled:no-underline";

function FillButtons({ read, scoring }: { read: readonly number[] | null; scoring: ScoringState }) {
	const { t } = useTranslation("clinic");
	const [isAsking, setAsking] = useState(false);
	const isWhole = scoring.scored === NO_SCORES.length;
	const isSame = read?.every((score, cell) => score === scoring.values.expertScores[cell]);
	return (
		<div className="-mx-2 -my-3 flex flex-wrap">
			{read && isWhole && !isSame ? (
				<button type="button" className={LINK} onClick={() => setAsking(true)}>
					{t("scoring.replace")}
				</button>
			) : null}
			{read && !isWhole ? (
				<button type="button" className={LINK} onClick={() => scoring.fillFromAi(read)}>
					{t(scoring.scored === 0 ? "scoring.fill" : "scoring.fillEmpty")}
				</button>
			) : null}
			{isWhole ? null : (
				<button type="button" className={LINK} onClick={scoring.fillZeros}>
					{t("scoring.zeros")}
				</button>
			)}
			{read && isAsking ? (
				<ReplaceDialog onReplace={() => scoring.replaceFromAi(read)} onClose={() => setAsking(false)} />
			) : null}
		</div>
	);
}

/** Asks before the AI's scores replace those that a person entered. */
function ReplaceDialog({ onReplace, onClose }: { onReplace: () => void; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	return (
		<Dialog title={t("scoring.replaceTitle")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("scoring.replaceText")}</p>
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("action.cancel", { ns: "common" })}
				</Button>
				<Button
					onPress={() => {
						onReplace();
						onClose();
					}}
				>
					{t("scoring.replaceDo")}
				</Button>
			</div>
		</Dialog>
	);
}

/** Warns that the outline or the crop changed after cells were scored, so their scores may be wrong. */
function UnconfirmedNotice({ scoring }: { scoring: ScoringState }) {
	const { t } = useTranslation("clinic");
	return (
		<Notice tone="warning">
			{t("cells.notice", { count: scoring.unconfirmed.length })}
			<button
				type="button"
				className={`${LINK} -mb-3 -ml-2 block`}
				onClick={() => scoring.confirm(scoring.unconfirmed)}
			>
				{t("cells.confirm")}
			</button>
		</Notice>
	);
}
