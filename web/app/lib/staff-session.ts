import { useSyncExternalStore } from "react";
import { api } from "~/lib/api/client";
import type { Staff } from "~/lib/api/types";
import { clearCredential, readCredential } from "~/lib/cookies";
import { forgetDrafts } from "~/lib/draft";

/** Who sits at the clinic's desk. `staff` is set in AUTHENTICATED and only there. */
export type StaffSession =
	| { state: "INITIALIZING" | "LOGGED_OUT"; staff: null }
	| { state: "AUTHENTICATED"; staff: Staff };

const INITIAL: StaffSession = { state: "INITIALIZING", staff: null };
let session: StaffSession = INITIAL;
const listeners = new Set<() => void>();
const onLeave = new Set<() => void>();

function become(next: StaffSession): void {
	session = next;
	for (const listener of listeners) listener();
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

/** Runs when the patients' data must leave memory. */
export function whenStaffLeft(forget: () => void): void {
	onLeave.add(forget);
}

/** The server no longer knows this session. Drafts stay: whoever comes back goes on with them. */
export function refuseStaff(): void {
	clearCredential("staffAuthorization");
	for (const forget of onLeave) forget();
	become({ state: "LOGGED_OUT", staff: null });
}

/** Whether this browser holds what a session goes by; the server says whether it is still one. */
export const hasStaffCredential = (): boolean =>
	Boolean(readCredential(document.cookie, "staffAuthorization"));

/** Asks who is signed in. Without an answer nothing changes, a refusal signs out. */
export async function loadStaff(): Promise<void> {
	if (!hasStaffCredential()) return become({ state: "LOGGED_OUT", staff: null });
	try {
		const { data, response } = await api.GET("/institutions/me");
		if (data) become({ state: "AUTHENTICATED", staff: data.staff });
		else if (response.status === 401) refuseStaff();
	} catch {
		window.addEventListener("online", () => void loadStaff(), { once: true });
	}
}

/** Signs in; throws the server's problem unchanged. */
export async function staffLogIn(credentials: { loginId: string; password: string }): Promise<void> {
	const { data, error } = await api.POST("/institutions/auth/login", { body: credentials });
	if (!data) throw error;
	become({ state: "AUTHENTICATED", staff: data.staff });
}

/** Sets the own password; throws the server's problem unchanged. */
export async function changeStaffPassword(password: string): Promise<void> {
	const { data, error } = await api.POST("/institutions/auth/password", { body: { password } });
	if (!data) throw error;
	become({ state: "AUTHENTICATED", staff: data.staff });
}

/** The server lets nothing else through before the temporary password is changed. */
export function staffNeedsPassword(): void {
	if (session.staff)
		become({ state: "AUTHENTICATED", staff: { ...session.staff, mustChangePassword: true } });
}

/** Signs out here, without a call. */
export function staffLogOut(): void {
	forgetDrafts();
	refuseStaff();
}

/** For tests: back to the first state. */
export function resetStaffSession(): void {
	become(INITIAL);
}
