import type { Rect, Scoring, Tci } from "~/lib/api/types";

/** What an expert puts down about one analysis, as the form holds it. */
export interface ScoringValues {
	shootingExpertId: number | null;
	analysisExpertId: number | null;
	/** Null until somebody scored: only then are they sent. */
	expertScores: number[] | null;
	/** Whether the AI's scores were taken over to begin with; the server keeps that, and does not tell it again. */
	scoresFromAi: boolean;
	/** As it was corrected; null where the AI's stands. */
	expertOutline: number[][] | null;
	coordinates: Rect | null;
	comment: string;
}

/** Work that the server does not have yet, and what it was begun from. */
export interface ScoringDraft {
	version: number;
	/** The photo that was looked at. */
	picture: string | null;
	from: ScoringValues;
	values: ScoringValues;
}

/** What the cells show until somebody scored. */
export const NOUGHTS = [0, 0, 0, 0, 0, 0, 0, 0, 0];
export const MAX_LENGTH = 10_000;

/** What the server holds. */
export function valuesOf(tci: Tci): ScoringValues {
	const { shootingExpertId, analysisExpertId, comment, tciPicture } = tci;
	return {
		shootingExpertId,
		analysisExpertId,
		expertScores: tciPicture?.score?.scores ?? null,
		scoresFromAi: false,
		expertOutline: tciPicture?.expertOutline ?? null,
		coordinates: tciPicture?.coordinates ?? null,
		comment,
	};
}

/** Which photo it is: its address without the signature, which changes. */
export const pictureOf = (tci: Tci): string | null => tci.tciPicture?.pictureUrl.split("?", 1)[0] ?? null;

/** What of a draft is still about the photo that is there: scores, outline and square are not another photo's. */
export function draftOn(draft: ScoringDraft | null, tci: Tci): ScoringDraft | null {
	const picture = pictureOf(tci);
	if (!draft || draft.picture === picture) return draft;
	const { expertScores, scoresFromAi, expertOutline, coordinates } = valuesOf(tci);
	const onto = (values: ScoringValues) => ({
		...values,
		expertScores,
		scoresFromAi,
		expertOutline,
		coordinates,
	});
	return { ...draft, picture, from: onto(draft.from), values: onto(draft.values) };
}

export const sameValues = (a: ScoringValues, b: ScoringValues): boolean =>
	a.shootingExpertId === b.shootingExpertId &&
	a.analysisExpertId === b.analysisExpertId &&
	a.comment === b.comment &&
	sameScores(a.expertScores, b.expertScores) &&
	sameOutline(a.expertOutline, b.expertOutline) &&
	sameSquare(a.coordinates, b.coordinates);

function sameScores(a: readonly number[] | null, b: readonly number[] | null): boolean {
	return a && b ? agreement(a, b) === NOUGHTS.length : a === b;
}

const sameOutline = (a: number[][] | null, b: number[][] | null): boolean =>
	JSON.stringify(a) === JSON.stringify(b);

function sameSquare(a: Rect | null, b: Rect | null): boolean {
	if (!a || !b) return a === b;
	return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;
}

/** The values as they are sent. */
export function attributesOf({ expertScores, ...rest }: ScoringValues, release: boolean): Scoring {
	return { ...rest, ...(expertScores ? { expertScores } : {}), ...(release ? { release } : {}) };
}

/** The next score at a click: 0, 1, 2 and back to 0. */
export function cycled(scores: readonly number[], cell: number): number[] {
	return withScore(scores, cell, ((scores[cell] ?? 0) + 1) % 3);
}

/** All nine, with one of them changed. */
export function withScore(scores: readonly number[], cell: number, score: number): number[] {
	return NOUGHTS.map((_, at) => (at === cell ? score : (scores[at] ?? 0)));
}

/** In how many cells two readings agree. */
export function agreement(a: readonly number[], b: readonly number[]): number {
	return a.filter((score, cell) => score === b[cell]).length;
}

/** What differs between two people's work. */
export type Difference = Exclude<keyof ScoringValues, "scoresFromAi">;

export function differences(mine: ScoringValues, theirs: ScoringValues): Difference[] {
	const all: [Difference, boolean][] = [
		["expertScores", sameScores(mine.expertScores, theirs.expertScores)],
		["expertOutline", sameOutline(mine.expertOutline, theirs.expertOutline)],
		["shootingExpertId", mine.shootingExpertId === theirs.shootingExpertId],
		["analysisExpertId", mine.analysisExpertId === theirs.analysisExpertId],
		["coordinates", sameSquare(mine.coordinates, theirs.coordinates)],
		["comment", mine.comment === theirs.comment],
	];
	return all.filter(([, same]) => !same).map(([name]) => name);
}
