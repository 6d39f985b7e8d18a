import { useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import type { Me, Permission } from "~/hotel/types";
import { isProblem } from "~/shared/api/problem";
import { FormerSession, forgetQueries, queryClient } from "~/shared/api/query-client";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { hotelActivity } from "~/shared/lib/session-activity";
import { followOtherTabs, tellOtherTabs } from "~/shared/lib/session-channel";

/** Which user of the hotels' application is signed in. UNREACHABLE: nobody could tell. */
export type HotelSession =
	| { state: "INITIALIZING" | "UNREACHABLE" | "LOGGED_OUT"; me: null; error: unknown }
	| { state: "AUTHENTICATED"; me: Me; error: null };

const FRESH_MS = 5 * 60_000;
/** The call that signs in: its answer belongs to the new session, and a refusal is about the password. */
const ENTRY = "/hotel/auth/login";

/** Counts the sessions of this page, so that a late answer to one is not taken for the next. */
let sessionCount = 0;

const meOptions = {
	queryKey: $api.queryOptions("get", "/hotel/auth/me").queryKey,
	queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me | null> => {
		const { data, error, response } = await api.GET("/hotel/auth/me", { signal });
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

export function useHotelSession(): HotelSession {
	const { data, error } = useQuery(meOptions);
	if (data) return { state: "AUTHENTICATED", me: data, error: null };
	if (data === null) return { state: "LOGGED_OUT", me: null, error: null };
	return { state: error ? "UNREACHABLE" : "INITIALIZING", me: null, error };
}

/** How long the server keeps the session without use. */
export const hotelIdleMs = (): number => (known()?.idleSeconds ?? 0) * 1_000;

/** The user on a screen behind the sign-in. */
export function useMe(): Me {
	const { me } = useHotelSession();
	if (!me) throw new Error("a screen without a user");
	return me;
}

/** Whether the user's role allows something. */
export function useMay(permission: Permission): boolean {
	return useHotelSession().me?.permissions.includes(permission) ?? false;
}

/** The server no longer knows this session. */
function expireHotelSession(): void {
	if (known() === null) return;
	sessionCount += 1;
	hotelActivity.forget();
	setMe(null);
	forgetQueries("hotel", meOptions.queryKey);
}

/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
export async function loadMe(): Promise<void> {
	await queryClient.fetchQuery({ ...meOptions, staleTime: 0 }).catch(() => undefined);
}

function enter(me: Me): void {
	if (known()?.id !== me.id) {
		sessionCount += 1;
		forgetQueries("hotel", meOptions.queryKey);
	}
	setMe(me);
	tellOtherTabs({ kind: "hotel", id: me.id });
}

/** Signs in; throws the server's problem unchanged. */
export async function hotelLogIn(credentials: { loginId: string; password: string }): Promise<void> {
	enter((await unwrap(api.POST("/hotel/auth/login", { body: credentials }))).user);
}

/** Sets the own password; throws the server's problem unchanged. */
export async function changePassword(body: { present?: string; password: string }): Promise<void> {
	await unwrapEmpty(api.PUT("/hotel/auth/password", { body }));
	const me = known();
	if (me) setMe({ ...me, mustChangePassword: false });
}

/** Signs out; throws when the server could not be reached, since only it can end the session. */
export async function hotelLogOut(): Promise<void> {
	const { error, response } = await api.POST("/hotel/auth/logout");
	if (!response.ok && response.status !== 401) throw error;
	expireHotelSession();
	tellOtherTabs({ kind: "hotel", id: null });
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
		if (response.status === 401) expireHotelSession();
		else if (response.status === 403) noteStep(await response.clone().json());
	},
	onError({ id }) {
		sessions.delete(id);
	},
});

/** A password that somebody else reset while the user was at work must be changed first. */
function noteStep(problem: unknown): void {
	const me = known();
	const mustChange = isProblem(problem) && problem.code === "password_change_required";
	if (me && mustChange) setMe({ ...me, mustChangePassword: true });
}

/** Follows what other tabs do with the session. Answers how to stop. */
export function watchHotelSession(): () => void {
	return followOtherTabs("hotel", {
		current: () => known()?.id ?? null,
		onSignedOut: expireHotelSession,
		onSignedIn: () => void loadMe(),
	});
}

/** For tests: back to the first state. */
export function resetHotelSession(): void {
	hotelActivity.forget();
	queryClient.removeQueries({ queryKey: meOptions.queryKey });
}
