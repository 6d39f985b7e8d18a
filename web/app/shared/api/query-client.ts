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
import { isProblem, isTemporary, OVERLOADED } from "./problem";

export type SessionKind = "patient" | "staff" | "operator" | "hotel";

/** A response to a request of a session that has ended here. */
export class StaleSessionError extends Error {}

/** The session that a query's data belongs to, by the path in its key (see `$api.queryOptions`). */
export function sessionKindOf([, path]: QueryKey): SessionKind | null {
	if (typeof path !== "string") return null;
	if (path.startsWith("/institutions/")) return "staff";
	if (path.startsWith("/ops/")) return "operator";
	if (path.startsWith("/hotel/")) return "hotel";
	return path.startsWith("/patients/") ? "patient" : null;
}

/**
 * Whether a query is enabled: without a session it would only fail. The staff's cookie is HttpOnly, so its recorded
 * activity decides.
 */
function mayAsk(key: QueryKey): boolean {
	const kind = sessionKindOf(key);
	if (typeof document === "undefined") return false;
	if (kind === "staff") return staffActivity.at() > 0;
	return kind !== "patient" || currentCredential() !== null;
}

/** Client errors are not retried; lost requests, server errors and calls to a busy API are, twice. */
function mayRetry(count: number, error: unknown): boolean {
	if (error instanceof StaleSessionError) return false;
	return count < 2 && isTemporary(error);
}

/** The pause before a retry in milliseconds. A busy API asks for at least a second (`Retry-After`). */
function retryDelay(attempt: number, error: unknown): number {
	return (isProblem(error) && error.code === OVERLOADED ? 1_000 : 400) * 2 ** attempt;
}

/** If the tenant is disabled while the app is open, refetches the tenant. */
function noticeDisabledTenant(error: unknown): void {
	if (!isProblem(error) || error.code !== "tenant_disabled") return;
	void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "/tenant" });
}

/** Queries wait for the network; mutations fail at once, so that nothing is sent later without the user. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({ onError: noticeDisabledTenant }),
	mutationCache: new MutationCache({ onError: noticeDisabledTenant }),
	defaultOptions: {
		queries: {
			enabled: ({ queryKey }) => mayAsk(queryKey),
			staleTime: 15_000,
			retry: mayRetry,
			retryDelay,
		},
		mutations: { networkMode: "always" },
	},
});

// `onlineManager` assumes a network at first; a page that is opened offline should wait for it.
if (typeof navigator !== "undefined" && navigator.onLine === false) onlineManager.setOnline(false);

/** Removes all data of a session's patient or staff from the cache, except the query `session` itself. */
export function forgetQueries(kind: SessionKind, session: QueryKey): void {
	const isForgotten = (key: QueryKey) => sessionKindOf(key) === kind && hashKey(key) !== hashKey(session);
	const filters = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isForgotten(queryKey) };
	void queryClient.cancelQueries(filters);
	const queries = queryClient.getQueryCache();
	for (const query of queries.findAll(filters)) {
		// A query in use is reset and, if enabled, refetched.
		if (query.getObserversCount() > 0) query.reset();
		else queries.remove(query);
	}
	void queryClient.refetchQueries({ ...filters, type: "active" });
	const mutations = queryClient.getMutationCache();
	for (const each of mutations.getAll()) if (each.state.status !== "pending") mutations.remove(each);
}
