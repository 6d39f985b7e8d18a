import type { Tci } from "~/shared/api/types";

export type Level = "good" | "caution" | "alert";
export type View = "ai" | "expert";

const MAX_SUM = 18;
/** Lower limits of the second and the third level, in percent. */
export const CAUTION_FROM = 30;
export const ALERT_FROM = 60;

/** The tongue coating index in percent. */
export function percentOf(scores: readonly number[]): number {
	return Math.round((scores.reduce((sum, score) => sum + score, 0) / MAX_SUM) * 100);
}

export function levelOf(percent: number): Level {
	if (percent < CAUTION_FROM) return "good";
	return percent < ALERT_FROM ? "caution" : "alert";
}

/** Whether the scores in effect are the AI's: an expert's replace them once the analysis is complete. */
export const isScoredByAi = (tci: Tci): boolean => tci.status !== 2;

/** The scores in effect: the expert's once the analysis is complete, the AI's before. */
export function countedScores(tci: Tci): readonly number[] | null {
	const picture = tci.tciPicture;
	if (!picture || tci.status === 0) return null;
	const scores = isScoredByAi(tci) ? picture.aiResult?.scores : picture.score?.scores;
	return scores ?? null;
}

/** The scores of one view; an expert's are shown only after their release. */
export function scoresOf(tci: Tci, view: View): readonly number[] | null {
	const picture = tci.tciPicture;
	if (view === "ai") return tci.status > 0 ? (picture?.aiResult?.scores ?? null) : null;
	return tci.status === 2 ? (picture?.score?.scores ?? null) : null;
}

/** The date of a result; null without a picture, "" without a result. */
export function resultDate(tci: Tci, view: View): string | null {
	const picture = tci.tciPicture;
	if (!picture) return null;
	if (view === "ai") return picture.aiResult?.createdAt ?? "";
	return tci.status === 2 ? (picture.score?.createdAt ?? "") : "";
}

/** Whether the reading is still in progress, with neither a result nor a failure. */
export const isPending = (tci: Tci): boolean => tci.status === 0 && tci.failure === null;

export type StatusName = "pending" | "read" | "complete" | "failed";

export function statusName(tci: Tci): StatusName {
	if (tci.failure) return "failed";
	if (tci.status === 0) return "pending";
	return tci.status === 1 ? "read" : "complete";
}
