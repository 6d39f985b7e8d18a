import { type DehydratedState, dehydrate, hydrate, type Query } from "@tanstack/react-query";
import { $api } from "~/patient/api";
import { queryClient } from "~/shared/api/query-client";
import type { Tci } from "~/shared/api/types";
import { readCredential } from "~/shared/lib/cookies";
import { localStore } from "~/shared/lib/storage";
import { OFFLINE_KEY } from "./session";

const RESULTS = "/patients/tcis/self-check";
const RESULT = `${RESULTS}/{tciId}` as const;
/** The queries to store: the signed-in patient, the lists of results, and each result. */
const PATHS = ["/patients/me", RESULTS, RESULT];
const MAX_QUERIES = 30;
const MARK_LENGTH = 8;
const STORE_DELAY_MS = 1_000;

let running: (() => void) | null = null;

interface StoredResults {
	/** The end of the credential with which the results were read, so that another session never sees them. */
	mark: string;
	state: DehydratedState;
}

const currentMark = () => readCredential(document.cookie)?.slice(-MARK_LENGTH) ?? null;
const isStorable = ({ queryKey, state }: Query) =>
	PATHS.includes(String(queryKey[1])) &&
	state.status === "success" &&
	state.data !== undefined &&
	!state.isInvalidated;

/** The results that an earlier page of this session stored. */
function readStored(): DehydratedState | null {
	try {
		const stored = JSON.parse(localStore.get(OFFLINE_KEY) ?? "null") as StoredResults | null;
		return stored?.mark && stored.mark === currentMark() ? stored.state : null;
	} catch {
		localStore.remove(OFFLINE_KEY);
		return null;
	}
}

/** Adds this page's results to the stored ones. */
function storeResults(): void {
	const mark = currentMark();
	if (mark === null) return;
	const state = dehydrate(queryClient, { shouldDehydrateQuery: isStorable });
	const known = new Set(state.queries.map(({ queryHash }) => queryHash));
	state.queries.push(...(readStored()?.queries ?? []).filter(({ queryHash }) => !known.has(queryHash)));
	state.queries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).splice(MAX_QUERIES);
	localStore.set(OFFLINE_KEY, JSON.stringify({ mark, state } satisfies StoredResults));
}

/**
 * Stores the patient's latest results in this browser, without their photos, and restores them when offline. They are
 * deleted on sign-out, when the session expires, and for another session.
 */
export function storeOfflineResults(): () => void {
	if (running) return running;
	restoreResults();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
		if (type !== "updated" || !isStorable(query)) return;
		clearTimeout(timer);
		timer = setTimeout(storeResults, STORE_DELAY_MS);
	});
	running = () => {
		clearTimeout(timer);
		stop();
		running = null;
	};
	return running;
}

function restoreResults(): void {
	const stored = navigator.onLine ? null : readStored();
	if (!stored) return;
	hydrate(queryClient, stored);
	const lists = queryClient.getQueriesData<List>({ predicate: ({ queryKey }) => queryKey[1] === RESULTS });
	for (const [, list] of lists)
		for (const { tcis = [] } of list?.pages ?? [list ?? {}]) tcis.forEach(seedResult);
}

/** A list of results, or its pages. */
interface List {
	tcis?: Tci[];
	pages?: { tcis: Tci[] }[];
}

/** Makes a listed result available offline even if it was never opened. */
function seedResult(tci: Tci): void {
	const { queryKey } = $api.queryOptions("get", RESULT, { params: { path: { tciId: tci.id } } });
	queryClient.setQueryData<{ tci: Tci }>(queryKey, (known) => known ?? { tci });
}
