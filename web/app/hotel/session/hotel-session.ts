import { $api, api } from "~/hotel/api";
import type { Me, Permission } from "~/hotel/types";
import { type CookieSession, createCookieSession } from "~/shared/api/cookie-session";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { hotelActivity } from "~/shared/lib/session-activity";

const session = createCookieSession<Me>({
	kind: "hotel",
	api,
	queryKey: $api.queryOptions("get", "/hotel/auth/me").queryKey,
	load: (signal) => api.GET("/hotel/auth/me", { signal }),
	idOf: ({ id }) => id,
	entry: "/hotel/auth/login",
	// a password that somebody else reset during the session must be changed first
	withStep: (me, code) => (code === "password_change_required" ? { ...me, mustChangePassword: true } : null),
	activity: hotelActivity,
});

/** The session of the signed-in user. */
export const useHotelSession = (): CookieSession<Me> => session.useSession();

/** How long the server keeps an unused session. */
export const hotelIdleMs = (): number => (session.cachedMe()?.idleSeconds ?? 0) * 1_000;

/** The signed-in user. Only for screens behind the sign-in. */
export function useMe(): Me {
	const { me } = useHotelSession();
	if (!me) throw new Error("a screen without a user");
	return me;
}

/** Whether the user's role has a permission. */
export function useMay(permission: Permission): boolean {
	return useHotelSession().me?.permissions.includes(permission) ?? false;
}

export const { load: loadMe, watch: watchHotelSession, reset: resetHotelSession } = session;

/** Signs in; throws the server's problem unchanged. */
export async function logInHotelUser(credentials: { loginId: string; password: string }): Promise<void> {
	session.signIn((await unwrap(api.POST("/hotel/auth/login", { body: credentials }))).user);
}

/** Sets the user's password; throws the server's problem unchanged. */
export async function changePassword({
	currentPassword,
	password,
}: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	await unwrapEmpty(api.PUT("/hotel/auth/password", { body: { present: currentPassword, password } }));
	const me = session.cachedMe();
	if (me) session.set({ ...me, mustChangePassword: false });
}

/** Signs out; throws when the server could not be reached. */
export const logOutHotelUser = (): Promise<void> => session.signOut(api.POST("/hotel/auth/logout"));
