import { useQuery } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { Me } from "~/ops/types";
import { isProblem } from "~/shared/api/problem";
import { FormerSession, forgetQueries, queryClient } from "~/shared/api/query-client";
import { unwrap } from "~/shared/api/unwrap";
import { followOtherTabs, tellOtherTabs } from "~/shared/lib/session-channel";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/** Which operator is signed in. NOT_HERE: this host serves no operators; UNREACHABLE: nobody could tell. */
export type OperatorSession =
	| { state: "INITIALIZING" | "UNREACHABLE" | "NOT_HERE" | "LOGGED_OUT"; me: null; error: unknown }
	| { state: "AUTHENTICATED"; me: Me; error: null };

const FRESH_MS = 5 * 60_000;
/** The call that signs in: its answer belongs to the new session, and a refusal is about the password. */
const ENTRY = "/ops/auth/login";
/** What the server lets through before anything else. */
const STEPS: Record<string, Me["next"]> = {
	second_factor_required: "second_factor",
	password_change_required: "password",
	second_factor_setup_required: "second_factor_setup",
};

/** Counts the sessions of this page, so that a late answer to one is not taken for the next. */
let sessionCount = 0;

const meOptions = {
	queryKey: $api.queryOptions("get", "/ops/auth/me").queryKey,
	queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me | null> => {
		const { data, error, response } = await api.GET("/ops/auth/me", { signal });
		if (response.status === 401) return null;
		if (!data) throw error;
		return data;
	},
	enabled: () => typeof document !== "undefined",
	staleTime: FRESH_MS,
	gcTime: Number.POSITIVE_INFINITY,
};

const known = (): Me | null | undefined => queryClient.getQueryData<Me | null>(meOptions.queryKey);

function setMe(me: Me | null): void {
	void queryClient.cancelQueries({ queryKey: meOptions.queryKey });
	queryClient.setQueryData<Me | null>(meOptions.queryKey, me);
}

function sessionOf(me: Me | null | undefined, error: unknown): OperatorSession {
	if (me) return { state: "AUTHENTICATED", me, error: null };
	if (me === null) return { state: "LOGGED_OUT", me, error: null };
	const isElsewhere = isProblem(error) && error.status === 404;
	return { state: isElsewhere ? "NOT_HERE" : error ? "UNREACHABLE" : "INITIALIZING", me: null, error };
}

export function useOperatorSession(): OperatorSession {
	const isHydrated = useHydrated();
	const { data, error } = useQuery(meOptions);
	return isHydrated ? sessionOf(data, error) : sessionOf(undefined, null);
}

/** The operator on a screen behind the sign-in. */
export function useOperator(): Me {
	const { me } = useOperatorSession();
	if (!me) throw new Error("a screen without an operator");
	return me;
}

/** Whether the operator's role allows something. */
export function useMay(permission: string): boolean {
	return useOperatorSession().me?.permissions.includes(permission) ?? false;
}

/** The server no longer knows this session. */
function expireOperatorSession(): void {
	if (!known()) return;
	sessionCount += 1;
	setMe(null);
	forgetQueries("operator", meOptions.queryKey);
}

/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
export async function loadOperator(): Promise<void> {
	await queryClient.fetchQuery({ ...meOptions, staleTime: 0 }).catch(() => undefined);
}

function enter(me: Me): void {
	// A step of the same person's sign-in keeps what is there.
	if (known()?.id !== me.id) {
		sessionCount += 1;
		forgetQueries("operator", meOptions.queryKey);
	}
	setMe(me);
	tellOtherTabs({ kind: "operator", id: me.id });
}

/** Signs in; throws the server's problem unchanged. */
export async function operatorLogIn(credentials: { loginId: string; password: string }): Promise<void> {
	enter(await unwrap(api.POST("/ops/auth/login", { body: credentials })));
}

/** Gives the second step of a sign-in; throws the server's problem unchanged. */
export async function enterSecondFactor(code: string): Promise<void> {
	enter(await unwrap(api.POST("/ops/auth/second-factor", { body: { code } })));
}

/** Sets the own password; throws the server's problem unchanged. */
export async function changeOperatorPassword(body: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	enter(await unwrap(api.PUT("/ops/auth/password", { body })));
}

/** Signs out; throws when the server could not be reached, since only it can end the session. */
export async function operatorLogOut(): Promise<void> {
	const { error, response } = await api.POST("/ops/auth/logout");
	if (!response.ok && response.status !== 401) throw error;
	expireOperatorSession();
	tellOtherTabs({ kind: "operator", id: null });
}

/** The session that each call under way belongs to. */
const sessions = new Map<string, number>();

api.use({
	onRequest({ id }) {
		sessions.set(id, sessionCount);
	},
	async onResponse({ id, request, response }) {
		const session = sessions.get(id);
		sessions.delete(id);
		if (new URL(request.url).pathname.endsWith(ENTRY)) return;
		if (session !== sessionCount) throw new FormerSession();
		if (response.status === 401) expireOperatorSession();
		else if (response.status === 403) takeStep(await response.clone().json());
	},
	onError({ id }) {
		sessions.delete(id);
	},
});

function takeStep(problem: unknown): void {
	const me = known();
	const step = isProblem(problem) ? STEPS[problem.code] : undefined;
	if (me && step) setMe({ ...me, next: step });
}

/** Follows what other tabs do with the session. Answers how to stop. */
export function watchOperatorSession(): () => void {
	return followOtherTabs("operator", {
		current: () => known()?.id ?? null,
		onSignedOut: expireOperatorSession,
		onSignedIn: () => void loadOperator(),
	});
}

/** For tests: back to the first state. */
export function resetOperatorSession(): void {
	queryClient.removeQueries({ queryKey: meOptions.queryKey });
}
