import { useRef, useState } from "react";
import { useStaffSession } from "~/clinic/session/staff-session";
import { expertGrid, type Grid } from "~/domain/tongue/frame";
import type { Staff, Tci, TciPicture } from "~/shared/api/types";
import { type DraftKey, forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { hasSameValues, mergeScoring, sidesOf } from "./scoring-merge";
import {
	type CellScores,
	draftOn,
	gridFor,
	pictureOf,
	type ScoringDraft,
	type ScoringValues,
	unconfirmedCells,
	valuesOf,
	wholeScores,
	withScore,
} from "./scoring-values";

/** Initial values of an unscored analysis. Unless others are named, the signed-in user is photographer and analyst. */
function initialValues(tci: Tci, staff: Staff | null): ScoringValues {
	const saved = valuesOf(tci);
	const mayScore = staff?.permissions.includes("score_analyses") ?? false;
	if (!staff || !mayScore || tci.status === 2 || tci.tciPicture?.score) return saved;
	return {
		...saved,
		shootingExpertId: saved.shootingExpertId ?? staff.id,
		analysisExpertId: saved.analysisExpertId ?? staff.id,
	};
}

const aiGrid = (picture: TciPicture | null): Grid | undefined =>
	picture?.aiResult ? expertGrid({ ...picture, expertOutline: null }) : undefined;

interface SavedAnalysis {
	/** The analysis before and after saving. */
	before: Tci;
	saved: Tci;
	sent: ScoringValues;
}

/** The part of a draft that is still unsaved after `sent` was saved; null when nothing is left. */
function restOf(draft: ScoringDraft, { before, saved, sent }: SavedAnalysis): ScoringDraft | null {
	const now = valuesOf(saved);
	// Incomplete scores were not sent.
	const got = wholeScores(sent.expertScores) ? sent : { ...sent, expertScores: draft.from.expertScores };
	const values = mergeScoring(draft.values, now, sidesOf(got, draft.values));
	const unconfirmed = unconfirmedCells(before.tciPicture, draft);
	if (hasSameValues(values, now) && unconfirmed.length === 0) return null;
	const was = gridFor(before.tciPicture, draft.from);
	const places = Object.fromEntries(unconfirmed.map((cell) => [cell, draft.places[cell] ?? was]));
	return { version: saved.version, picture: pictureOf(saved), from: now, values, places };
}

/** A draft kept in this tab. `latest` can be newer than the last render. */
function useStoredDraft(key: DraftKey) {
	const [stored, setStored] = useState(() => readDraft<ScoringDraft>(key));
	const latest = useRef(stored);
	const store = (next: ScoringDraft | null) => {
		latest.current = next;
		setStored(next);
		if (next) saveDraft(key, next);
		else forgetDraft(key);
	};
	return { stored, latest, store };
}

/** Unsaved input of one analysis, kept in this tab for the signed-in staff member. Input about another photo is dropped. */
export function useScoringDraft(tci: Tci) {
	const { staff } = useStaffSession();
	const key: DraftKey = `staff:${staff?.id ?? ""}:scoring:${tci.id}`;
	const { stored, latest, store } = useStoredDraft(key);
	const start = initialValues(tci, staff);

	const draftOf = (from: ScoringDraft | null): ScoringDraft => {
		const draft = draftOn(from, tci);
		const isOpen =
			draft && (!hasSameValues(draft.values, start) || unconfirmedCells(tci.tciPicture, draft).length > 0);
		if (draft && isOpen) return draft;
		return { version: tci.version, picture: pictureOf(tci), from: valuesOf(tci), values: start, places: {} };
	};
	const draft = draftOf(stored);
	/** Changes the latest draft, which can be newer than the last render. */
	const edit = (change: (draft: ScoringDraft) => Partial<ScoringDraft>) => {
		const last = draftOf(latest.current);
		store({ ...last, ...change(last) });
	};
	/** Scores or confirms cells at their current place. */
	const place = (cells: readonly number[], scored: (scores: CellScores) => CellScores = (scores) => scores) =>
		edit((last) => {
			const grid = gridFor(tci.tciPicture, last.values);
			const places = { ...last.places, ...Object.fromEntries(cells.map((cell) => [cell, grid])) };
			return { places, values: { ...last.values, expertScores: scored(last.values.expertScores) } };
		});
	/** Copies the AI's scores, which apply to the AI's cells, into the empty cells or into all. */
	const copyFromAi = (read: readonly number[], isEmptyOnly: boolean) =>
		edit(({ values, places }) => {
			const before = values.expertScores;
			const cells = read.flatMap((_, cell) =>
				isEmptyOnly && typeof before[cell] === "number" ? [] : [cell],
			);
			const expertScores = read.map((score, cell) => (cells.includes(cell) ? score : (before[cell] ?? null)));
			const grid = aiGrid(tci.tciPicture);
			return {
				values: { ...values, expertScores, scoresFromAi: true },
				places: { ...places, ...Object.fromEntries(cells.map((cell) => [cell, grid])) },
			};
		});

	return {
		draft,
		isDirty: !hasSameValues(draft.values, start),
		/** Cells that moved since they were scored. */
		unconfirmed: unconfirmedCells(tci.tciPicture, draft),
		change: (changed: Partial<ScoringValues>) =>
			edit(({ values }) => ({ values: { ...values, ...changed } })),
		score: (cell: number, score: number) => place([cell], (scores) => withScore(scores, cell, score)),
		confirm: (cells: readonly number[]) => place(cells),
		/** Scores all unscored cells 0, no coating. */
		fillZeros: () => {
			const empty = draft.values.expertScores.flatMap((score, cell) => (score === null ? [cell] : []));
			place(empty, (scores) => scores.map((score) => score ?? 0));
		},
		/** Scores all unscored cells as the AI did. */
		fillFromAi: (read: readonly number[]) => copyFromAi(read, true),
		/** Scores all cells as the AI did; the own scores are lost. */
		replaceFromAi: (read: readonly number[]) => copyFromAi(read, false),
		discard: () => store(null),
		/** The latest draft, which can be newer than the last render. */
		unsaved: (): ScoringDraft | null => latest.current,
		/** Rebases the draft onto values that somebody else saved. */
		rebase: (next: Pick<ScoringDraft, "version" | "from" | "values">) =>
			edit(() => ({ ...next, picture: pictureOf(tci) })),
		/** Removes what was saved from the draft; newer input stays. */
		markSaved: (saved: Tci, sent: ScoringValues) => {
			if (latest.current) store(restOf(draftOf(latest.current), { before: tci, saved, sent }));
		},
	};
}
