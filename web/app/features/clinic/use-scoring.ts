import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/lib/api/client";
import { isProblem } from "~/lib/api/problem";
import type { Application, Tci } from "~/lib/api/types";
import { forgetDraft, readDraft, saveDraft } from "~/lib/draft";
import { useLookAgain, useTakeOver } from "./application-query";
import { attributesOf, type ScoringDraft, type ScoringValues, sameValues, valuesOf } from "./scoring-values";

const keyOf = (tciId: number) => `scoring:${tciId}`;

/** Somebody else saved first: what they put down. */
function othersWork(error: unknown): Tci | null {
	if (!isProblem(error) || error.code !== "version_conflict") return null;
	return (error as unknown as { current?: Tci }).current ?? null;
}

const analysisIn = ({ beforeTci, afterTci }: Application, id: number) =>
	[beforeTci, afterTci].find((each) => each?.id === id) ?? null;

interface Handed {
	values: ScoringValues;
	version: number;
	release: boolean;
}

/**
 * One analysis being scored. What is typed is kept in the tab until the server has it. Saving is refused when somebody
 * else saved in between; that nothing but the reading of the picture happened in between is no conflict.
 */
export function useScoring(application: Application, tci: Tci) {
	const [draft, setDraft] = useState(() => readDraft<ScoringDraft>(keyOf(tci.id)));
	const [conflict, setConflict] = useState<Tci | null>(null);
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(application.id);
	const saved = valuesOf(tci);
	const values = draft?.values ?? saved;
	const isDirty = draft !== null && !sameValues(draft.values, saved);

	const keep = (next: ScoringDraft | null) => {
		setDraft(next);
		if (next) saveDraft(keyOf(tci.id), next);
		else forgetDraft(keyOf(tci.id));
	};

	const put = async ({ values: sent, version, release }: Handed): Promise<Application> => {
		const { data, error } = await api.PUT("/institutions/tcis/{id}/tci/{tciId}", {
			params: { path: { id: application.id, tciId: tci.id } },
			body: { version, attributes: attributesOf(sent, release) },
		});
		if (data) return data.clinic;
		const current = othersWork(error);
		const unchanged = current && current.status < 2 && sameValues(valuesOf(current), draft?.from ?? saved);
		if (unchanged && current.version !== version)
			return put({ values: sent, version: current.version, release });
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
			return put({ values: handed.values, version, release: true });
		},
		onSuccess: (clinic) => {
			keep(null);
			setConflict(null);
			takeOver(clinic);
		},
		onError: (error) => {
			const current = othersWork(error);
			if (current) setConflict(current);
			else void lookAgain();
		},
	});

	return {
		values,
		isDirty,
		isPending: mutation.isPending,
		/** Why the last saving failed; a conflict is told apart. */
		error: othersWork(mutation.error) ? null : mutation.error,
		wasSaved: mutation.isSuccess && !isDirty,
		conflict,
		change: (changed: Partial<ScoringValues>) => {
			const next = { ...values, ...changed };
			if (sameValues(next, saved)) return keep(null);
			keep({ version: draft?.version ?? tci.version, from: draft?.from ?? saved, values: next });
		},
		save: () => mutation.mutate({ values, version: draft?.version ?? tci.version, release: false }),
		release: () => mutation.mutate({ values, version: draft?.version ?? tci.version, release: true }),
		/** Saves one's own over the other's. */
		keepMine: () => conflict && mutation.mutate({ values, version: conflict.version, release: false }),
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
