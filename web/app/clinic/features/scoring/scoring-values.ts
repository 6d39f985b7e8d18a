import { expertGrid, type Grid, isSamePlace } from "~/domain/tongue/frame";
import type { Rect, Scoring, Tci, TciPicture } from "~/shared/api/types";

/** Nine scores; null for a cell that nobody scored yet. */
export type CellScores = readonly (number | null)[];

/** What an expert enters about one analysis. */
export interface ScoringValues {
	shootingExpertId: number | null;
	analysisExpertId: number | null;
	/** Sent only when all nine are set. */
	expertScores: CellScores;
	/** Whether scores were copied from the AI. The server stores this and does not return it. */
	scoresFromAi: boolean;
	/** The corrected outline; null where the AI's is used. */
	expertOutline: number[][] | null;
	coordinates: Rect | null;
	comment: string;
}

/** Unsaved work, and the values that it started from. */
export interface ScoringDraft {
	version: number;
	/** The photo that the work is about, see `pictureOf`. */
	picture: string | null;
	from: ScoringValues;
	values: ScoringValues;
	/** The grid in which each cell was scored or confirmed since `from`. */
	places: Partial<Record<number, Grid>>;
}

export const NO_SCORES: CellScores = [null, null, null, null, null, null, null, null, null];
export const MAX_LENGTH = 10_000;

/** The values stored on the server. */
export function valuesOf(tci: Tci): ScoringValues {
	const { shootingExpertId, analysisExpertId, comment, tciPicture } = tci;
	return {
		shootingExpertId,
		analysisExpertId,
		expertScores: tciPicture?.score?.scores ?? NO_SCORES,
		scoresFromAi: false,
		expertOutline: tciPicture?.expertOutline ?? null,
		coordinates: tciPicture?.coordinates ?? null,
		comment,
	};
}

/** Identifies the photo: its URL without the signature, which changes. */
export const pictureOf = (tci: Tci): string | null => tci.tciPicture?.pictureUrl.split("?", 1)[0] ?? null;

/** Adapts a draft to the current photo: scores, outline and crop of another photo are dropped. */
export function draftOn(draft: ScoringDraft | null, tci: Tci): ScoringDraft | null {
	const picture = pictureOf(tci);
	if (!draft || draft.picture === picture) return draft;
	const { expertScores, scoresFromAi, expertOutline, coordinates } = valuesOf(tci);
	const withNewPicture = (values: ScoringValues) => ({
		...values,
		expertScores,
		scoresFromAi,
		expertOutline,
		coordinates,
	});
	return {
		...draft,
		picture,
		places: {},
		from: withNewPicture(draft.from),
		values: withNewPicture(draft.values),
	};
}

/** All nine scores, or null while some are missing. */
export function wholeScores(scores: CellScores): number[] | null {
	const known = scores.filter((score) => score !== null);
	return known.length === NO_SCORES.length ? known : null;
}

export const countScored = (scores: CellScores): number => scores.filter((score) => score !== null).length;

/** The values as a request body. */
export function attributesOf({ expertScores, ...rest }: ScoringValues, release: boolean): Scoring {
	const whole = wholeScores(expertScores);
	return { ...rest, ...(whole ? { expertScores: whole } : {}), ...(release ? { release } : {}) };
}

/** The next score at a click: 0, 1, 2 and back to 0. */
export const nextScore = (score: number | null): number => (score === null ? 0 : (score + 1) % 3);

/** All nine scores, with one of them changed. */
export function withScore(scores: CellScores, cell: number, score: number): CellScores {
	return NO_SCORES.map((_, at) => (at === cell ? score : (scores[at] ?? null)));
}

/** The expert's grid, which depends on the outline and the crop. */
export const gridFor = (picture: TciPicture | null, values: ScoringValues): Grid | undefined =>
	picture
		? expertGrid({ ...picture, expertOutline: values.expertOutline, coordinates: values.coordinates })
		: undefined;

/** Cells that moved since they were scored; their scores must be confirmed. */
export function unconfirmedCells(
	picture: TciPicture | null,
	{ from, values, places }: ScoringDraft,
): number[] {
	const [was, is] = [gridFor(picture, from), gridFor(picture, values)];
	return values.expertScores.flatMap((score, cell) =>
		score === null || isSamePlace(places[cell] ?? was, is, cell) ? [] : [cell],
	);
}

/** In how many cells the expert and the AI agree, of those that are scored, confirmed, and at the same place for both. */
export function agreement(
	{ scores, ai, unconfirmed }: { scores: CellScores; ai: readonly number[]; unconfirmed: readonly number[] },
	grids: { expert: Grid | undefined; ai: Grid | undefined },
): { same: number; of: number } {
	const counted = scores.flatMap((score, cell) =>
		score === null || unconfirmed.includes(cell) || !isSamePlace(grids.expert, grids.ai, cell) ? [] : [cell],
	);
	return { same: counted.filter((cell) => scores[cell] === ai[cell]).length, of: counted.length };
}
