import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { Middleware } from "openapi-fetch";
import { forgetDrafts } from "~/shared/lib/draft";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { followOtherTabs, notifyOtherTabs } from "~/shared/lib/session-channel";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { isProblem } from "./problem";
import { forgetQueries, queryClient, type SessionKind } from "./query-client";
import { createSessionCalls } from "./session-calls";
import { unwrap } from "./unwrap";

const STALE_TIME_MS = 5 * 60_000;

/** The state of a session. UNREACHABLE: the server could not be reached. */
export type CookieSession<Me> =
	| { state: "INITIALIZING" | "UNREACHABLE" | "LOGGED_OUT"; me: null; error: unknown }
	| { state: "AUTHENTICATED"; me: Me; error: null };

interface ApiResult<Data> {
	data?: Data;
	error?: unknown;
	response: Response;
}

interface Options<Me> {
	kind: SessionKind;
	/** The application's API client, to which the session's middleware is added. */
	api: { use: (middleware: Middleware) => void };
	/** The query key under which `load` caches the account. */
	queryKey: QueryKey;
	/** Fetches the signed-in account; null if there can be none. */
	load: (signal: AbortSignal) => Promise<ApiResult<Me>> | null;
	idOf: (me: Me) => number;
	/** Path of the sign-in. Its response belongs to the new session, and a 401 is about the password. */
	entry: string;
	/** The account after a 403 whose code requires a step first; null for other codes. */
	withStep: (me: Me, code: string) => Me | null;
	/** Records when the session was last used. */
	activity?: SessionActivity;
}

function sessionOf<Me>(me: Me | null | undefined, error: unknown): CookieSession<Me> {
	if (me) return { state: "AUTHENTICATED", me, error: null };
	if (me === null) return { state: "LOGGED_OUT", me: null, error: null };
	return { state: error ? "UNREACHABLE" : "INITIALIZING", me: null, error };
}

/** The signed-in account in the query cache. */
function createAccountCache<Me>({ queryKey, load }: Options<Me>) {
	const query = {
		queryKey,
		queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me | null> => {
			const result = await load(signal);
			return !result || result.response.status === 401 ? null : unwrap(result);
		},
		enabled: () => typeof document !== "undefined",
		staleTime: STALE_TIME_MS,
		gcTime: Number.POSITIVE_INFINITY,
	};
	return {
		cachedMe: () => queryClient.getQueryData<Me | null>(queryKey),
		set(me: Me | null): void {
			void queryClient.cancelQueries({ queryKey });
			queryClient.setQueryData<Me | null>(queryKey, me);
		},
		/** Fetches the signed-in account. Without a response nothing changes; a rejection signs out. */
		async load(): Promise<void> {
			await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
		},
		useSession(): CookieSession<Me> {
			const isHydrated = useHydrated();
			const { data, error } = useQuery(query);
			return isHydrated ? sessionOf(data, error) : sessionOf<Me>(undefined, null);
		},
		clear: () => queryClient.removeQueries({ queryKey }),
	};
}

/**
 * The session of an application with an HttpOnly cookie: only the server knows whose it is. A 401 ends the session, a
 * response to a request of a former session is discarded, and all tabs of the browser are kept in sync.
 */
export function createCookieSession<Me>(options: Options<Me>) {
	const { kind, api, queryKey, idOf, entry, withStep, activity } = options;
	const { cachedMe, set, load, useSession, clear } = createAccountCache(options);
	const calls = createSessionCalls({ entry, onExpired: expire, onForbidden: takeStep });
	api.use(calls.middleware);

	function currentId(): number | null {
		const me = cachedMe();
		return me ? idOf(me) : null;
	}

	/** Starts another session. Drafts are kept for the next sign-in. */
	function start(me: Me | null): void {
		calls.startSession();
		set(me);
		forgetQueries(kind, queryKey);
	}

	function expire(): void {
		activity?.forget();
		if (cachedMe() !== null) start(null);
	}

	function takeStep(problem: unknown): void {
		const me = cachedMe();
		const stepped = me && isProblem(problem) ? withStep(me, problem.code) : null;
		if (stepped) set(stepped);
	}

	/** Handles the response of a sign-in or one of its steps. A step of the same account keeps the cache. */
	function signIn(me: Me): void {
		const before = cachedMe();
		if (before && idOf(before) === idOf(me)) set(me);
		else start(me);
		notifyOtherTabs({ kind, id: idOf(me) });
	}

	/** Ends the session with a request; throws if the server could not be reached, since only the server can end it. */
	async function signOut(call: Promise<ApiResult<unknown>>): Promise<void> {
		const { error, response } = await call;
		if (!response.ok && response.status !== 401) throw error;
		const former = currentId();
		forgetDrafts(kind, former);
		expire();
		notifyOtherTabs({ kind, id: null, former });
	}

	/** Follows session changes of other tabs. Returns a function that unsubscribes. */
	function watch(): () => void {
		return followOtherTabs(kind, {
			current: currentId,
			onSignedOut: expire,
			onSignedIn: () => {
				// The message can arrive before what the other tab stored.
				activity?.note(Date.now());
				void load();
			},
		});
	}

	/** Resets the state, for tests. */
	function reset(): void {
		activity?.forget();
		clear();
	}

	return { cachedMe, set, load, signIn, signOut, useSession, watch, reset };
}
