import type { Tci } from "~/shared/api/types";

/**
 * Scores with a lower confidence are uncertain: at least every third of them is wrong. On average that is one cell of
 * nine, and a third of the photos have none. 0.5 would be too low: few scores are below it, and a score of 0 or 2 never
 * is, because it is only given when its own probability exceeds 0.5.
 */
const MIN_CONFIDENCE = 0.65;
/** From this many uncertain cells of nine on, the score counts as mostly uncertain. */
const MAX_CELLS = 5;

/** The AI's confidence: the mean over the nine cells, the uncertain cells, and whether most cells are uncertain. */
export function confidenceOf(tci: Tci): {
	mean: number;
	uncertain: readonly number[];
	isMostlyUncertain: boolean;
} {
	const all = tci.status > 0 ? (tci.tciPicture?.aiResult?.confidences ?? []) : [];
	if (all.length === 0) return { mean: 1, uncertain: [], isMostlyUncertain: false };
	const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
	const uncertain = all.flatMap((each, cell) => (each < MIN_CONFIDENCE ? [cell] : []));
	return { mean, uncertain, isMostlyUncertain: uncertain.length >= MAX_CELLS };
}
