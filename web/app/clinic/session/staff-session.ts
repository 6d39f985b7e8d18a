import { useQuery } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { signWithPasskey } from "~/clinic/session/passkey";
import { isProblem } from "~/shared/api/problem";
import { FormerSession, forgetQueries, queryClient } from "~/shared/api/query-client";
import type { Staff, StaffStep } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { forgetDrafts } from "~/shared/lib/draft";
import { staffActivity } from "~/shared/lib/session-activity";
import { followOtherTabs, tellOtherTabs } from "~/shared/lib/session-channel";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/**
 * Which of the clinic's staff is signed in. `staff` is set in AUTHENTICATED and only there; `next` is what the server asks
 * for before anything else; UNREACHABLE: nobody could tell.
 */
export type StaffSession =
	| {
			state: "INITIALIZING" | "UNREACHABLE" | "LOGGED_OUT";
			staff: null;
			next: null;
			methods: readonly string[];
			error: unknown;
	  }
	| { state: "AUTHENTICATED"; staff: Staff; next: StaffStep; methods: readonly string[]; error: null };

interface Entry {
	staff: Staff;
	next?: string | null;
	methods: string[];
	idleSeconds: number;
}

/** Null while nobody is signed in. */
type Me = Entry | null;

const FRESH_MS = 5 * 60_000;
/** The call that signs in: its answer belongs to the new session, and a refusal is about the password. */
const ENTRY = "/institutions/auth/login";
/** What the server lets through before anything else. */
const STEPS: Record<string, StaffStep> = {
	second_factor_required: "second_factor",
	password_change_required: "password",
	second_factor_setup_required: "second_factor_setup",
};

/** Counts the sessions of this page, so that a late answer to one is not taken for the next. */
let sessionCount = 0;

const meOptions = {
	queryKey: $api.queryOptions("get", "/institutions/me").queryKey,
	queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me> => {
		if (staffActivity.at() === 0) return null;
		const { data, error, response } = await api.GET("/institutions/me", { signal });
		if (response.status === 401) return null;
		if (!data) throw error;
		return data;
	},
	enabled: () => typeof document !== "undefined",
	staleTime: FRESH_MS,
	gcTime: Number.POSITIVE_INFINITY,
};

const known = (): Me | undefined => queryClient.getQueryData<Me>(meOptions.queryKey);

function setMe(me: Me): void {
	void queryClient.cancelQueries({ queryKey: meOptions.queryKey });
	queryClient.setQueryData<Me>(meOptions.queryKey, me);
}

function sessionOf(me: Me | undefined, error: unknown): StaffSession {
	if (me) {
		const { staff, next, methods } = me;
		return { state: "AUTHENTICATED", staff, next: (next ?? null) as StaffStep, methods, error: null };
	}
	const state = me === null ? "LOGGED_OUT" : error ? "UNREACHABLE" : "INITIALIZING";
	return { state, staff: null, next: null, methods: [], error };
}

export function useStaffSession(): StaffSession {
	const isHydrated = useHydrated();
	const { data, error } = useQuery(meOptions);
	return isHydrated ? sessionOf(data, error) : sessionOf(undefined, null);
}

/** How long the server keeps the session without use. */
export const staffIdleMs = (): number => (known()?.idleSeconds ?? 0) * 1_000;

/** The server no longer knows this session. Drafts stay: they are there after the next sign-in. */
function expireStaffSession(): void {
	sessionCount += 1;
	staffActivity.forget();
	forgetQueries("staff", meOptions.queryKey);
	setMe(null);
}

/** Whether calls of staff make sense: the page cannot read their cookie, only the server says whose it is. */
export const mayBeStaff = (): boolean => known() !== null;

/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
export async function loadStaff(): Promise<void> {
	await queryClient.fetchQuery({ ...meOptions, staleTime: 0 }).catch(() => undefined);
}

function enter(entry: Entry): void {
	// A step of the same person's sign-in keeps what is there.
	if (known()?.staff.id !== entry.staff.id) {
		sessionCount += 1;
		forgetQueries("staff", meOptions.queryKey);
	}
	setMe(entry);
	tellOtherTabs({ kind: "staff", id: entry.staff.id });
}

/** Signs in; throws the server's problem unchanged. */
export async function staffLogIn(credentials: { loginId: string; password: string }): Promise<void> {
	enter(await unwrap(api.POST("/institutions/auth/login", { body: credentials })));
}

/** Gives the second step of a sign-in; throws the server's problem unchanged. */
export async function enterSecondFactor(code: string): Promise<void> {
	enter(await unwrap(api.POST("/institutions/auth/second-factor", { body: { code } })));
}

/** Gives the second step with a passkey; throws the server's problem, or the browser's when nobody confirms. */
export async function enterPasskey(): Promise<void> {
	const started = await unwrap(api.POST("/institutions/auth/second-factor/passkey/options"));
	const credential = await signWithPasskey(started.options);
	enter(await unwrap(api.POST("/institutions/auth/second-factor/passkey", { body: { credential } })));
}

/** Sets the own password; throws the server's problem unchanged. */
export async function changeStaffPassword(body: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	enter(await unwrap(api.POST("/institutions/auth/password", { body })));
}

/** Signs out, here or everywhere; throws when the server could not be reached, since only it can end the session. */
export async function staffLogOut(everywhere = false): Promise<void> {
	const { error, response } = everywhere
		? await api.DELETE("/institutions/auth/sessions")
		: await api.POST("/institutions/auth/logout");
	if (!response.ok && response.status !== 401) throw error;
	forgetDrafts();
	expireStaffSession();
	tellOtherTabs({ kind: "staff", id: null });
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
		if (response.status === 401) expireStaffSession();
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
export function watchStaffSession(): () => void {
	return followOtherTabs("staff", {
		current: () => known()?.staff.id ?? null,
		onSignedOut: expireStaffSession,
		onSignedIn: () => void loadStaff(),
	});
}

/** For tests: back to the first state. */
export function resetStaffSession(): void {
	staffActivity.forget();
	queryClient.removeQueries({ queryKey: meOptions.queryKey });
}
