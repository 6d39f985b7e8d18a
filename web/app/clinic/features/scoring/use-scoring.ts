import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "~/clinic/api";
import { isProblem } from "~/shared/api/problem";
import type { Application, Expert, Tci } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { useInvalidateApplication, useSetApplicationCache } from "./application-query";
import { type Field, hasSameValues, mergeScoring, type Side } from "./scoring-merge";
import {
	attributesOf,
	countScored,
	pictureOf,
	type ScoringDraft,
	valuesOf,
	wholeScores,
} from "./scoring-values";
import { useScoringDraft } from "./use-scoring-draft";

/** Somebody saved first: their values and who it was. */
export interface Conflict {
	current: Tci;
	savedBy: Expert | null;
}

function conflictOf(error: unknown): Conflict | null {
	if (!isProblem(error) || error.code !== "version_conflict") return null;
	const { current, savedBy = null } = error as unknown as Partial<Conflict>;
	return current ? { current, savedBy } : null;
}

/** Whether the photo that was scored has been replaced. */
const isReplacedIn = (current: Tci, picture: string | null | undefined): boolean =>
	current.status < 2 && pictureOf(current) !== picture;

const analysisIn = ({ beforeTci, afterTci }: Application, id: number) =>
	[beforeTci, afterTci].find((each) => each?.id === id) ?? null;

type ScoringWork = ReturnType<typeof useScoringDraft>;

interface SaveInput {
	draft: ScoringDraft;
	release: boolean;
}

/** Saves an analysis. Retries on the newer version if somebody else saved in between without changing an expert's value. */
async function putScoring(
	on: { application: Application; tci: Tci },
	draft: ScoringDraft,
	release: boolean,
): Promise<Application> {
	const { version, picture, values, from } = draft;
	const call = api.PUT("/institutions/tcis/{id}/tci/{tciId}", {
		params: { path: { id: on.application.id, tciId: on.tci.id } },
		body: { version, attributes: attributesOf(values, release) },
	});
	try {
		return (await unwrap(call)).clinic;
	} catch (error) {
		const other = conflictOf(error)?.current;
		const isOpen = other && other.status < 2 && !isReplacedIn(other, picture);
		if (isOpen && other.version !== version && hasSameValues(valuesOf(other), from)) {
			return putScoring(on, { ...draft, version: other.version }, release);
		}
		throw error;
	}
}

/**
 * Saves and releases one analysis. The server refuses to save if somebody else saved in between. Input typed during a
 * save is sent by the next one.
 */
function useSaveScoring(application: Application, tci: Tci, work: ScoringWork) {
	const [conflict, setConflict] = useState<Conflict | null>(null);
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(application.id);
	const isSaving = useRef(false);
	const needsSecondSave = useRef(false);

	const put = (draft: ScoringDraft, release: boolean) => putScoring({ application, tci }, draft, release);
	const save = async (draft: ScoringDraft): Promise<Tci | null> => {
		const clinic = await put(draft, false);
		const saved = analysisIn(clinic, tci.id);
		if (saved) work.markSaved(saved, draft.values);
		setCache(clinic);
		return saved;
	};

	const mutation = useMutation({
		mutationFn: async ({ draft, release }: SaveInput) => {
			// Saved first, so that a conflict is resolved before anything is released.
			const saved = await save(draft);
			if (!release || !saved) return;
			const clinic = await put({ ...draft, version: saved.version, from: valuesOf(saved) }, true);
			work.discard();
			setCache(clinic);
		},
		onSuccess: () => setConflict(null),
		onError: (error, { draft }) => {
			const found = conflictOf(error);
			if (found && !isReplacedIn(found.current, draft.picture)) setConflict(found);
			else void invalidate();
		},
		onSettled: (_done, error) => {
			isSaving.current = false;
			const rest = needsSecondSave.current && !error ? work.unsaved() : null;
			needsSecondSave.current = false;
			if (rest) void submit(rest, false);
		},
	});
	const submit = async (draft: ScoringDraft, release: boolean): Promise<boolean> => {
		if (isSaving.current) {
			// A press during a save saves again afterwards, with what was typed since.
			needsSecondSave.current = !release;
			return false;
		}
		isSaving.current = true;
		return mutation.mutateAsync({ draft, release }).then(
			() => true,
			() => false,
		);
	};
	return {
		mutation,
		conflict,
		submit,
		closeConflict: () => setConflict(null),
		/** Discards the input in favor of the stored values. */
		dropForStored: () => {
			work.discard();
			setConflict(null);
			mutation.reset();
			void invalidate();
		},
	};
}

/** Scoring of one analysis: input, state of saving, and actions. */
export function useScoring(application: Application, tci: Tci) {
	const work = useScoringDraft(tci);
	const { mutation, conflict, submit, closeConflict, dropForStored } = useSaveScoring(application, tci, work);
	const overtaken = conflictOf(mutation.error)?.current;
	const { values } = work.draft;

	return {
		values,
		unconfirmed: work.unconfirmed,
		/** Number of scored cells. */
		scored: countScored(values.expertScores),
		isDirty: work.isDirty,
		isPending: mutation.isPending,
		/** Why the last save failed; a conflict is reported separately. */
		error: overtaken ? null : mutation.error,
		/** Whether somebody replaced the photo meanwhile, so that the scores of the earlier one were not saved. */
		isReplaced: overtaken !== undefined && isReplacedIn(overtaken, mutation.variables?.draft.picture),
		wasSaved: mutation.isSuccess && !work.isDirty,
		/** Whether only incomplete scores are unsaved; they stay in this tab. */
		isOnlyScoresLeft:
			mutation.isSuccess &&
			work.isDirty &&
			wholeScores(values.expertScores) === null &&
			hasSameValues({ ...values, expertScores: work.draft.from.expertScores }, work.draft.from),
		conflict,
		change: work.change,
		score: work.score,
		confirm: work.confirm,
		fillZeros: work.fillZeros,
		fillFromAi: work.fillFromAi,
		replaceFromAi: work.replaceFromAi,
		/** Discards the input. */
		discard: work.discard,
		/** Resolves to whether the save succeeded. */
		save: () => submit(work.draft, false),
		release: () => submit(work.draft, true),
		/** Saves the merged values, each field from the chosen side. */
		merge: (sides: Record<Field, Side>) => {
			if (!conflict) return;
			const theirs = valuesOf(conflict.current);
			const next = {
				version: conflict.current.version,
				from: theirs,
				values: mergeScoring(values, theirs, sides),
			};
			work.rebase(next);
			void submit({ ...work.draft, ...next }, false);
		},
		/** Discards one's own values in favor of theirs. */
		takeTheirs: dropForStored,
		/** Keeps one's own values for now. */
		closeConflict,
		from: work.draft.from,
	};
}

export type ScoringState = ReturnType<typeof useScoring>;
