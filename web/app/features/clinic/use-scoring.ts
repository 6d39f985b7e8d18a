import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/lib/api/client";
import { isProblem } from "~/lib/api/problem";
import type { Application, Tci } from "~/lib/api/types";
import { forgetDraft, readDraft, saveDraft } from "~/lib/draft";
import { useLookAgain, useTakeOver } from "./application-query";
import {
	attributesOf,
	draftOn,
	pictureOf,
	type ScoringDraft,
	type ScoringValues,
	sameValues,
	valuesOf,
} from "./scoring-values";

const keyOf = (tciId: number) => `scoring:${tciId}`;

/** Somebody else saved first: what they put down. */
function othersWork(error: unknown): Tci | null {
	if (!isProblem(error) || error.code !== "version_conflict") return null;
	return (error as unknown as { current?: Tci }).current ?? null;
}

/** The photo that the work was about is not there any more. */
const isReplacedIn = (current: Tci, picture: string | null | undefined): boolean =>
	current.status < 2 && pictureOf(current) !== picture;

const analysisIn = ({ beforeTci, afterTci }: Application, id: number) =>
	[beforeTci, afterTci].find((each) => each?.id === id) ?? null;

interface Handed {
	values: ScoringValues;
	version: number;
	/** The photo that they are about. */
	picture: string | null;
	release: boolean;
}

/**
 * One analysis being scored. What is typed is kept in the tab until the server has it. Saving is refused when somebody
 * else saved in between; that no expert's value changed in between is no conflict. What was made of another photo is
 * never saved to this one.
 */
export function useScoring(application: Application, tci: Tci) {
	const [kept, setKept] = useState(() => readDraft<ScoringDraft>(keyOf(tci.id)));
	const draft = draftOn(kept, tci);
	const [conflict, setConflict] = useState<Tci | null>(null);
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(application.id);
	const saved = valuesOf(tci);
	const values = draft?.values ?? saved;
	const isDirty = draft !== null && !sameValues(draft.values, saved);

	const keep = (next: ScoringDraft | null) => {
		setKept(next);
		if (next) saveDraft(keyOf(tci.id), next);
		else forgetDraft(keyOf(tci.id));
	};

	const put = async ({ values: sent, version, picture, release }: Handed): Promise<Application> => {
		const { data, error } = await api.PUT("/institutions/tcis/{id}/tci/{tciId}", {
			params: { path: { id: application.id, tciId: tci.id } },
			body: { version, attributes: attributesOf(sent, release) },
		});
		if (data) return data.clinic;
		const current = othersWork(error);
		const isOpen = current && current.status < 2 && !isReplacedIn(current, picture);
		const unchanged = isOpen && sameValues(valuesOf(current), draft?.from ?? saved);
		if (unchanged && current.version !== version)
			return put({ values: sent, version: current.version, picture, release });
		throw error;
	};

	const mutation = useMutation({
		mutationFn: async ({ release, ...handed }: Handed) => {
			// Only scores that were saved can be released.
			const clinic = await put({ ...handed, release: false });
			if (!release) return clinic;
			keep(null);
			takeOver(clinic);
			const version = analysisIn(clinic, tci.id)?.version ?? handed.version;
			return put({ ...handed, version, release: true });
		},
		onSuccess: (clinic) => {
			keep(null);
			setConflict(null);
			takeOver(clinic);
		},
		onError: (error, { picture }) => {
			const current = othersWork(error);
			if (current && !isReplacedIn(current, picture)) setConflict(current);
			else void lookAgain();
		},
	});

	const hand = (version: number, release: boolean) =>
		mutation.mutate({ values, version, picture: pictureOf(tci), release });
	const begun = draft?.version ?? tci.version;
	const overtaken = othersWork(mutation.error);

	return {
		values,
		isDirty,
		isPending: mutation.isPending,
		/** Why the last saving failed; a conflict is told apart. */
		error: overtaken ? null : mutation.error,
		/** Somebody put another photo there meanwhile: the scores of the earlier one were not saved. */
		isReplaced: overtaken !== null && isReplacedIn(overtaken, mutation.variables?.picture),
		wasSaved: mutation.isSuccess && !isDirty,
		conflict,
		change: (changed: Partial<ScoringValues>) => {
			const next = { ...values, ...changed };
			if (sameValues(next, saved)) return keep(null);
			keep({ version: begun, picture: pictureOf(tci), from: draft?.from ?? saved, values: next });
		},
		/** Forgets what was typed. */
		discard: () => keep(null),
		save: () => hand(begun, false),
		release: () => hand(begun, true),
		/** Saves one's own over the other's. */
		keepMine: () => conflict && hand(conflict.version, false),
		/** Drops one's own for the other's. */
		takeTheirs: () => {
			keep(null);
			setConflict(null);
			mutation.reset();
			void lookAgain();
		},
		/** Goes on with one's own, for now. */
		closeConflict: () => setConflict(null),
	};
}

export type ScoringState = ReturnType<typeof useScoring>;
