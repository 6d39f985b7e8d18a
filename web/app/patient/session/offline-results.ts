import { type DehydratedState, dehydrate, hydrate, type Query } from "@tanstack/react-query";
import { queryClient } from "~/shared/api/query-client";
import { readCredential } from "~/shared/lib/cookies";
import { localStore } from "~/shared/lib/storage";
import { OFFLINE_KEY } from "./session";

const RESULTS = "/patients/tcis/self-check";
/** Who is signed in, what the records list, and each result that was looked at. */
const PATHS = ["/patients/me", RESULTS, `${RESULTS}/{tciId}`];
const MAX_QUERIES = 30;
const MARK_LENGTH = 8;
const WAIT_MS = 1_000;

let running: (() => void) | null = null;

interface StoredResults {
	/** The end of the credential that the results were read with: another session never sees them. */
	mark: string;
	state: DehydratedState;
}

const markNow = () => readCredential(document.cookie)?.slice(-MARK_LENGTH) ?? null;
const isKept = ({ queryKey, state }: Query) =>
	PATHS.includes(String(queryKey[1])) && state.status === "success" && state.data !== undefined;

function keep(): void {
	const mark = markNow();
	if (mark === null) return;
	const state = dehydrate(queryClient, { shouldDehydrateQuery: isKept });
	state.queries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).splice(MAX_QUERIES);
	localStore.set(OFFLINE_KEY, JSON.stringify({ mark, state } satisfies StoredResults));
}

/**
 * Keeps the patient's last results in this browser, without their photos, and brings them back where there is no network.
 * Signing out, a session that ended and another session drop them.
 */
export function keepOfflineResults(): () => void {
	if (running) return running;
	restore();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
		if (type !== "updated" || !isKept(query)) return;
		clearTimeout(timer);
		timer = setTimeout(keep, WAIT_MS);
	});
	running = () => {
		clearTimeout(timer);
		stop();
		running = null;
	};
	return running;
}

function restore(): void {
	if (navigator.onLine) return;
	try {
		const kept = JSON.parse(localStore.get(OFFLINE_KEY) ?? "null") as StoredResults | null;
		if (kept?.mark && kept.mark === markNow()) hydrate(queryClient, kept.state);
	} catch {
		localStore.remove(OFFLINE_KEY);
	}
}
