import type { Rect } from "~/shared/api/types";
import type { ScoringValues } from "./scoring-values";

/** The fields that can conflict. `scoresFromAi` follows the scores. */
const FIELDS = [
	"expertScores",
	"expertOutline",
	"shootingExpertId",
	"analysisExpertId",
	"coordinates",
	"comment",
] as const;
export type Field = (typeof FIELDS)[number];

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function isSameSquare(a: Rect | null, b: Rect | null): boolean {
	if (!a || !b) return a === b;
	return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;
}

function isSameField(field: Field, a: ScoringValues, b: ScoringValues): boolean {
	if (field === "coordinates") return isSameSquare(a.coordinates, b.coordinates);
	if (field === "expertScores" || field === "expertOutline") return isAlike(a[field], b[field]);
	return a[field] === b[field];
}

/** The fields in which two sets of values differ. */
export const differences = (a: ScoringValues, b: ScoringValues): Field[] =>
	FIELDS.filter((field) => !isSameField(field, a, b));

export const hasSameValues = (a: ScoringValues, b: ScoringValues): boolean => differences(a, b).length === 0;

/** Whose value of a field is used. */
export type Side = "mine" | "theirs";

/** The default side of each field: one's own if one changed it since `from`, otherwise theirs. */
export function sidesOf(from: ScoringValues, mine: ScoringValues): Record<Field, Side> {
	const own = differences(from, mine);
	const sideOf = (field: Field): Side => (own.includes(field) ? "mine" : "theirs");
	return Object.fromEntries(FIELDS.map((field) => [field, sideOf(field)])) as Record<Field, Side>;
}

/** Merges both, each field from its side. */
export function mergeScoring(
	mine: ScoringValues,
	theirs: ScoringValues,
	sides: Record<Field, Side>,
): ScoringValues {
	const own = Object.fromEntries(
		FIELDS.filter((field) => sides[field] === "mine").map((field) => [field, mine[field]]),
	);
	const scoresFromAi = sides.expertScores === "mine" ? mine.scoresFromAi : theirs.scoresFromAi;
	return { ...theirs, ...own, scoresFromAi };
}
