import type { Tci } from "~/lib/api/types";

/** Below it a score is more likely wrong than right. */
const UNSURE_CELL = 0.5;
/** Below it about every third cell is wrong, and the score of the whole says little. */
const UNSURE_WHOLE = 0.65;

/** How sure the AI was: of all nine, and the cells whose score is more likely wrong than right. */
export function sureness(tci: Tci): { mean: number; unsure: readonly number[]; isWhole: boolean } {
	const all = tci.status > 0 ? (tci.tciPicture?.aiResult?.confidences ?? []) : [];
	if (all.length === 0) return { mean: 1, unsure: [], isWhole: false };
	const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
	const unsure = all.flatMap((each, cell) => (each < UNSURE_CELL ? [cell] : []));
	return { mean, unsure, isWhole: mean < UNSURE_WHOLE };
}
