import { useSyncExternalStore } from "react";
import { api } from "~/lib/api/client";
import type { Patient, SignUp } from "~/lib/api/types";
import {
	clearCredential,
	credentialsIn,
	markNewCredential,
	markOnlyCredential,
	readCredential,
} from "~/lib/cookies";
import { forgetDrafts } from "~/lib/draft";
import { INITIAL, next, type Session, type SessionEvent } from "~/lib/session-state";

let session: Session = INITIAL;
const listeners = new Set<() => void>();
const onLogout = new Set<() => void>();

function send(event: SessionEvent): void {
	session = next(session, event);
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function useSession(): Session {
	return useSyncExternalStore(
		subscribe,
		() => session,
		() => INITIAL,
	);
}

/** Where the visitor stands now, for what happens outside of a screen. */
export function sessionState(): Session["state"] {
	return session.state;
}

/** Runs when a person's data must leave memory. */
export function whenLoggedOut(forget: () => void): void {
	onLogout.add(forget);
}

function forgetPerson(): void {
	clearCredential();
	for (const forget of onLogout) forget();
}

/** Asks who is signed in. A failure is passed over: without an answer nothing changes, a refusal signs out. */
export async function loadPatient(): Promise<void> {
	if (!readCredential(document.cookie)) {
		clearCredential();
		return send({ type: "noCredential" });
	}
	try {
		const { data, response } = await api.GET("/patients/me");
		if (data) {
			markOnlyCredential();
			send({ type: "gotPatient", patient: data.patient });
		} else if (response.status === 401) refuse();
	} catch {
		window.addEventListener("online", () => void loadPatient(), { once: true });
	}
}

/** The server no longer knows this session. */
export function refuse(): void {
	forgetPerson();
	send({ type: "refused" });
}

/** Signs in; throws the server's problem unchanged. */
export async function logIn(credentials: { loginUserId: string; password: string }): Promise<Patient> {
	return enter(() => api.POST("/patients/auth/login", { body: credentials }));
}

/** Signs up, which signs in too; throws the server's problem unchanged. */
export async function signUp(body: SignUp, idempotencyKey: string): Promise<Patient> {
	return enter(() =>
		api.POST("/patients/auth/signup", { body, headers: { "Idempotency-Key": idempotencyKey } }),
	);
}

async function enter(
	call: () => Promise<{ data?: { patient: Patient }; error?: unknown }>,
): Promise<Patient> {
	send({ type: "loginStarted" });
	const before = credentialsIn(document.cookie);
	try {
		const { data, error } = await call();
		if (!data) throw error;
		markNewCredential(before);
		send({ type: "gotPatient", patient: data.patient });
		return data.patient;
	} catch (error) {
		send({ type: "loginFailed" });
		throw error;
	}
}

/**
 * Ends the session at the server, without waiting: the call outlives the page. Signing out here works without it, and a
 * session that it did not reach ends by itself within a day.
 */
function endSession(): void {
	const credential = readCredential(document.cookie);
	if (!credential) return;
	const headers = { Authorization: `Bearer ${credential}` };
	api.POST("/patients/auth/logout", { headers, keepalive: true }).catch(() => undefined);
}

/** Signs out and goes to sign-in before the screens learn of it. */
export async function logOut(goToSignIn: () => Promise<void> | void): Promise<void> {
	endSession();
	await logOutHere(goToSignIn);
}

/** The same, where the server has ended the session already. */
export async function logOutHere(goToSignIn: () => Promise<void> | void): Promise<void> {
	send({ type: "logoutStarted" });
	forgetPerson();
	forgetDrafts();
	await goToSignIn();
	send({ type: "logoutDone" });
}

/** For tests: back to the first state. */
export function resetSession(): void {
	session = INITIAL;
	for (const listener of listeners) listener();
}
