import { $api, api } from "~/clinic/api";
import { signWithPasskey } from "~/clinic/session/passkey";
import { createCookieSession } from "~/shared/api/cookie-session";
import type { Staff, StaffStep } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { staffActivity } from "~/shared/lib/session-activity";

/**
 * The signed-in staff member. `staff` is set only in AUTHENTICATED; `next` is the step that the server requires before
 * anything else. UNREACHABLE: the server could not be reached, so the state is unknown.
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

interface StaffEntry {
	staff: Staff;
	next?: string | null;
	methods: string[];
	idleSeconds: number;
}

/** The required step by problem code. */
const STEPS: Record<string, StaffStep> = {
	second_factor_required: "second_factor",
	password_change_required: "password",
	second_factor_setup_required: "second_factor_setup",
};

const session = createCookieSession<StaffEntry>({
	kind: "staff",
	api,
	queryKey: $api.queryOptions("get", "/institutions/me").queryKey,
	load: (signal) => (staffActivity.at() === 0 ? null : api.GET("/institutions/me", { signal })),
	idOf: ({ staff }) => staff.id,
	entry: "/institutions/auth/login",
	withStep: (me, code) => {
		const next = STEPS[code];
		return next ? { ...me, next } : null;
	},
	activity: staffActivity,
});

export function useStaffSession(): StaffSession {
	const { state, me, error } = session.useSession();
	if (state !== "AUTHENTICATED") return { state, staff: null, next: null, methods: [], error };
	const { staff, next, methods } = me;
	return { state, staff, next: (next ?? null) as StaffStep, methods, error: null };
}

/** How long the server keeps an unused session. */
export const staffIdleMs = (): number => (session.cachedMe()?.idleSeconds ?? 0) * 1_000;

/** Whether staff calls make sense. The page cannot read the session cookie; only the server can tell whose it is. */
export const mayBeStaff = (): boolean => session.cachedMe() !== null;

export const { load: loadStaff, watch: watchStaffSession, reset: resetStaffSession } = session;

/** Signs in; throws the server's problem unchanged. */
export async function logInStaff(credentials: { loginId: string; password: string }): Promise<void> {
	session.signIn(await unwrap(api.POST("/institutions/auth/login", { body: credentials })));
}

/** Completes the second step of a sign-in; throws the server's problem unchanged. */
export async function enterSecondFactor(code: string): Promise<void> {
	session.signIn(await unwrap(api.POST("/institutions/auth/second-factor", { body: { code } })));
}

/** Completes the second step with a passkey; throws the server's problem, or the browser's error when nobody confirms. */
export async function enterPasskey(): Promise<void> {
	const started = await unwrap(api.POST("/institutions/auth/second-factor/passkey/options"));
	const credential = await signWithPasskey(started.options);
	session.signIn(
		await unwrap(api.POST("/institutions/auth/second-factor/passkey", { body: { credential } })),
	);
}

/** Sets the user's password; throws the server's problem unchanged. */
export async function changeStaffPassword(body: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	session.signIn(await unwrap(api.POST("/institutions/auth/password", { body })));
}

/** Signs out, here or on all devices; throws when the server could not be reached. */
export const logOutStaff = (everywhere = false): Promise<void> =>
	session.signOut(
		everywhere ? api.DELETE("/institutions/auth/sessions") : api.POST("/institutions/auth/logout"),
	);
