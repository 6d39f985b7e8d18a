import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { Middleware } from "openapi-fetch";
import { forgetDrafts } from "~/shared/lib/draft";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { followOtherTabs, notifyOtherTabs } from "~/shared/lib/session-channel";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { isProblem } from "./problem";
import { forgetQueries, queryClient, type SessionKind } from "./query-client";
import { createSessionCalls } from "./session-calls";

const FRESH_MS = 5 * 60_000;

/** Who is signed in. UNREACHABLE: nobody could tell. */
export type CookieSession<Me> =
	| { state: "INITIALIZING" | "UNREACHABLE" | "LOGGED_OUT"; me: null; error: unknown }
	| { state: "AUTHENTICATED"; me: Me; error: null };

interface Answer<Data> {
	data?: Data;
	error?: unknown;
	response: Response;
}

interface Options<Me> {
	kind: SessionKind;
	/** The application's client: its calls belong to the session. */
	api: { use: (middleware: Middleware) => void };
	/** Where the account is kept: the key of the call that `load` makes. */
	queryKey: QueryKey;
	/** Asks who is signed in; null where nobody can be. */
	load: (signal: AbortSignal) => Promise<Answer<Me>> | null;
	idOf: (me: Me) => number;
	/** The call that signs in: its answer belongs to the new session, and a refusal is about the password. */
	entry: string;
	/** The account once a call was refused because the server requires something first; null for other codes. */
	withStep: (me: Me, code: string) => Me | null;
	/** When the session was used last. */
	activity?: SessionActivity;
}

function sessionOf<Me>(me: Me | null | undefined, error: unknown): CookieSession<Me> {
	if (me) return { state: "AUTHENTICATED", me, error: null };
	if (me === null) return { state: "LOGGED_OUT", me: null, error: null };
	return { state: error ? "UNREACHABLE" : "INITIALIZING", me: null, error };
}

/** Who is signed in, as the query cache has it. */
function createAccountCache<Me>({ queryKey, load }: Options<Me>) {
	const query = {
		queryKey,
		queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me | null> => {
			const answer = await load(signal);
			if (!answer || answer.response.status === 401) return null;
			if (!answer.data) throw answer.error;
			return answer.data;
		},
		enabled: () => typeof document !== "undefined",
		staleTime: FRESH_MS,
		gcTime: Number.POSITIVE_INFINITY,
	};
	return {
		known: () => queryClient.getQueryData<Me | null>(queryKey),
		set(me: Me | null): void {
			void queryClient.cancelQueries({ queryKey });
			queryClient.setQueryData<Me | null>(queryKey, me);
		},
		/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
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
 * The session of an application whose cookie no page can read: only the server says whose it is. A refused call ends it, an
 * answer to a call of a former session is dropped, and all tabs of the browser follow one another.
 */
export function createCookieSession<Me>(options: Options<Me>) {
	const { kind, api, queryKey, idOf, entry, withStep, activity } = options;
	const { known, set, load, useSession, clear } = createAccountCache(options);
	const calls = createSessionCalls({ entry, onExpired: expire, onForbidden: takeStep });
	api.use(calls.middleware);

	/** Starts another session. Drafts stay: they are there after the next sign-in. */
	function start(me: Me | null): void {
		calls.startSession();
		set(me);
		forgetQueries(kind, queryKey);
	}

	function expire(): void {
		activity?.forget();
		if (known() !== null) start(null);
	}

	function takeStep(problem: unknown): void {
		const me = known();
		const stepped = me && isProblem(problem) ? withStep(me, problem.code) : null;
		if (stepped) set(stepped);
	}

	/** Takes what a sign-in, or a step of it, answered. A step of the same person's sign-in keeps what is there. */
	function enter(me: Me): void {
		const before = known();
		if (before && idOf(before) === idOf(me)) set(me);
		else start(me);
		notifyOtherTabs({ kind, id: idOf(me) });
	}

	/** Ends the session by a call; throws when the server could not be reached, since only it can end one. */
	async function leave(call: Promise<Answer<unknown>>): Promise<void> {
		const { error, response } = await call;
		if (!response.ok && response.status !== 401) throw error;
		forgetDrafts();
		expire();
		notifyOtherTabs({ kind, id: null });
	}

	/** Follows what other tabs do with the session. Returns how to stop. */
	function watch(): () => void {
		const current = () => {
			const me = known();
			return me ? idOf(me) : null;
		};
		return followOtherTabs(kind, { current, onSignedOut: expire, onSignedIn: () => void load() });
	}

	/** For tests: back to the first state. */
	function reset(): void {
		activity?.forget();
		clear();
	}

	return { known, set, load, enter, leave, useSession, watch, reset };
}
