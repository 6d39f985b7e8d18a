import {
	hashKey,
	MutationCache,
	onlineManager,
	QueryCache,
	QueryClient,
	type QueryKey,
} from "@tanstack/react-query";
import { currentCredential } from "~/shared/lib/cookies";
import { staffActivity } from "~/shared/lib/session-activity";
import { isProblem } from "./problem";

export type SessionKind = "patient" | "staff" | "operator" | "hotel";

/** An answer to a call of somebody who is no longer the one signed in here. */
export class FormerSession extends Error {}

/** Whose data a query holds: its key begins with method and path, as `$api.queryOptions` writes it. */
export function sessionKindOf([, path]: QueryKey): SessionKind | null {
	if (typeof path !== "string") return null;
	if (path.startsWith("/institutions/")) return "staff";
	if (path.startsWith("/ops/")) return "operator";
	if (path.startsWith("/hotel/")) return "hotel";
	return path.startsWith("/patients/") ? "patient" : null;
}

/** Without a session there is nothing to ask. The page cannot read the staff's cookie; a use of it is noted. */
function mayAsk(key: QueryKey): boolean {
	const kind = sessionKindOf(key);
	if (typeof document === "undefined") return false;
	if (kind === "staff") return staffActivity.at() > 0;
	return kind !== "patient" || currentCredential() !== null;
}

/** A refusal is not asked again; a lost call is, twice. */
function mayRetry(count: number, error: unknown): boolean {
	if (error instanceof FormerSession) return false;
	return count < 2 && (!isProblem(error) || error.status >= 500);
}

/** A tenant that is disabled while its app is open: what is known of it is asked for again. */
function noticeDisabledTenant(error: unknown): void {
	if (!isProblem(error) || error.code !== "tenant_disabled") return;
	void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "/tenant" });
}

/** What the server said. A query waits for the network; a mutation fails at once, so that nothing is sent unasked later. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({ onError: noticeDisabledTenant }),
	mutationCache: new MutationCache({ onError: noticeDisabledTenant }),
	defaultOptions: {
		queries: {
			enabled: ({ queryKey }) => mayAsk(queryKey),
			staleTime: 15_000,
			retry: mayRetry,
			retryDelay: (attempt) => 400 * 2 ** attempt,
		},
		mutations: { networkMode: "always" },
	},
});

// A page that is opened without a network waits for it from the start.
if (typeof navigator !== "undefined" && navigator.onLine === false) onlineManager.setOnline(false);

/** Takes everything about the patient, or about the staff and their patients, out of memory; who that is, is up to `session`. */
export function forgetQueries(kind: SessionKind, session: QueryKey): void {
	const isForgotten = (key: QueryKey) => sessionKindOf(key) === kind && hashKey(key) !== hashKey(session);
	const filters = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isForgotten(queryKey) };
	void queryClient.cancelQueries(filters);
	const queries = queryClient.getQueryCache();
	for (const query of queries.findAll(filters)) {
		// What a screen still shows is emptied, and fetched again if it may be.
		if (query.getObserversCount() > 0) query.reset();
		else queries.remove(query);
	}
	void queryClient.refetchQueries({ ...filters, type: "active" });
	const mutations = queryClient.getMutationCache();
	for (const each of mutations.getAll()) if (each.state.status !== "pending") mutations.remove(each);
}
