import { useSyncExternalStore } from "react";
import { api } from "~/lib/api/client";
import type { Staff, StaffStep } from "~/lib/api/types";
import { forgetDrafts } from "~/lib/draft";
import { signWithPasskey } from "~/lib/passkey";
import { forgetStaffUse, staffUsedAt } from "~/lib/staff-use";

/**
 * Who sits at the clinic's desk. `staff` is set in AUTHENTICATED and only there; `next` is what the server asks for before
 * anything else.
 */
export type StaffSession =
	| { state: "INITIALIZING" | "LOGGED_OUT"; staff: null; next: null; methods: readonly string[] }
	| { state: "AUTHENTICATED"; staff: Staff; next: StaffStep; methods: readonly string[] };

interface Answer {
	staff: Staff;
	next: string | null;
	methods: string[];
	idleSeconds: number;
}

const INITIAL: StaffSession = { state: "INITIALIZING", staff: null, next: null, methods: [] };
let session: StaffSession = INITIAL;
let idleMs = 0;
const listeners = new Set<() => void>();
const onLeave = new Set<() => void>();

function become(next: StaffSession): void {
	session = next;
	for (const listener of listeners) listener();
}

function enter({ staff, next, methods, idleSeconds }: Answer): void {
	idleMs = idleSeconds * 1_000;
	become({ state: "AUTHENTICATED", staff, next: next as StaffStep, methods });
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function useStaffSession(): StaffSession {
	return useSyncExternalStore(
		subscribe,
		() => session,
		() => INITIAL,
	);
}

/** How long the server keeps the session without use. */
export const staffIdleMs = (): number => idleMs;

/** Runs when the patients' data must leave memory. */
export function whenStaffLeft(forget: () => void): void {
	onLeave.add(forget);
}

/** The server no longer knows this session. Drafts stay: whoever comes back goes on with them. */
export function refuseStaff(): void {
	forgetStaffUse();
	for (const forget of onLeave) forget();
	become({ ...INITIAL, state: "LOGGED_OUT", staff: null, next: null });
}

/** Whether calls of staff make sense: the page cannot read their cookie, only the server says whose it is. */
export const mayBeStaff = (): boolean => session.state !== "LOGGED_OUT";

/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
export async function loadStaff(): Promise<void> {
	if (staffUsedAt() === 0) return become({ ...INITIAL, state: "LOGGED_OUT", staff: null, next: null });
	try {
		const { data, response } = await api.GET("/institutions/me");
		if (data) enter(data);
		else if (response.status === 401) refuseStaff();
	} catch {
		window.addEventListener("online", () => void loadStaff(), { once: true });
	}
}

/** Signs in; throws the server's problem unchanged. */
export async function staffLogIn(credentials: { loginId: string; password: string }): Promise<void> {
	const { data, error } = await api.POST("/institutions/auth/login", { body: credentials });
	if (!data) throw error;
	enter(data);
}

/** Gives the second step of a sign-in; throws the server's problem unchanged. */
export async function enterSecondFactor(code: string): Promise<void> {
	const { data, error } = await api.POST("/institutions/auth/second-factor", { body: { code } });
	if (!data) throw error;
	enter(data);
}

/** Gives the second step with a passkey; throws the server's problem, or the browser's when nobody confirms. */
export async function enterPasskey(): Promise<void> {
	const begun = await api.POST("/institutions/auth/second-factor/passkey/options");
	if (!begun.data) throw begun.error;
	const credential = await signWithPasskey(begun.data.options);
	const { data, error } = await api.POST("/institutions/auth/second-factor/passkey", {
		body: { credential },
	});
	if (!data) throw error;
	enter(data);
}

/** Sets the own password; throws the server's problem unchanged. */
export async function changeStaffPassword(body: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	const { data, error } = await api.POST("/institutions/auth/password", { body });
	if (!data) throw error;
	enter(data);
}

/** The server lets nothing else through before this step. */
export function staffMust(next: StaffStep): void {
	if (session.staff) become({ ...session, next });
}

/** Signs out, here or everywhere; throws when the server could not be reached, since only it can end the session. */
export async function staffLogOut(everywhere = false): Promise<void> {
	const { error, response } = everywhere
		? await api.DELETE("/institutions/auth/sessions")
		: await api.POST("/institutions/auth/logout");
	if (!response.ok && response.status !== 401) throw error;
	forgetDrafts();
	refuseStaff();
}

/** For tests: back to the first state. */
export function resetStaffSession(): void {
	forgetStaffUse();
	become(INITIAL);
}
