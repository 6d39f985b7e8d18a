import type { Tci } from "~/shared/api/types";

/**
 * Below it the score of a cell is uncertain: about every third such score is wrong, or more. That is one cell of nine on average,
 * and in a third of the photos none. Not one half: hardly a score has less, and one of 0 or 2 never, since it is given where its
 * own probability exceeds that.
 */
const LOW_CONFIDENCE = 0.65;
/** So many of the nine are most of them. */
const MAX_CELLS = 5;

/** How confident the AI was: the mean of the nine cells, those whose score is uncertain, and whether these are most of them. */
export function confidenceOf(tci: Tci): {
	mean: number;
	uncertain: readonly number[];
	isMostlyUncertain: boolean;
} {
	const all = tci.status > 0 ? (tci.tciPicture?.aiResult?.confidences ?? []) : [];
	if (all.length === 0) return { mean: 1, uncertain: [], isMostlyUncertain: false };
	const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
	const uncertain = all.flatMap((each, cell) => (each < LOW_CONFIDENCE ? [cell] : []));
	return { mean, uncertain, isMostlyUncertain: uncertain.length >= MAX_CELLS };
}
