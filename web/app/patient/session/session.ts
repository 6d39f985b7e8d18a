import { useQuery } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { isProblem } from "~/shared/api/problem";
import { forgetQueries, queryClient, StaleSessionError } from "~/shared/api/query-client";
import type { Patient, SignUpRequest } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import {
	clearCredential,
	credentialsIn,
	markNewCredential,
	markOnlyCredential,
	readCredential,
} from "~/shared/lib/cookies";
import { forgetDrafts } from "~/shared/lib/draft";
import { page } from "~/shared/lib/page";
import { followOtherTabs, notifyOtherTabs } from "~/shared/lib/session-channel";
import { localStore } from "~/shared/lib/storage";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";

/** The visitor's session. `patient` is set only in AUTHENTICATED. UNREACHABLE: the server could not be reached. */
export type Session =
	| { state: "INITIALIZING" | "UNREACHABLE" | "LOGGING_OUT" | "LOGGED_OUT"; patient: null; error: unknown }
	| { state: "AUTHENTICATED"; patient: Patient; error: null };

interface Me {
	patient: Patient | null;
	/** Signed out, and navigating to the sign-in. */
	isLeaving?: boolean;
}

/** Storage key of the results for offline use. */
export const OFFLINE_KEY = "offlineResults";
/** Storage key of the identity that was verified for a sign-up. */
export const IDENTITY_KEY = "authInfo";
const SIGNED_OUT: Me = { patient: null };
const STALE_TIME_MS = 5 * 60_000;
/** Requests that sign in; their response belongs to the new session. */
const ENTRY = /\/patients\/auth\/(login|signup)$/;

/** The credential with which this page signed in; another tab may change the cookie. */
let ownCredential: string | null = null;

const meOptions = {
	queryKey: $api.queryOptions("get", "/patients/me").queryKey,
	queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me> => {
		if (!readCredential(document.cookie)) {
			clearCredential();
			return SIGNED_OUT;
		}
		const result = await api.GET("/patients/me", { signal });
		if (result.response.status === 401) return SIGNED_OUT;
		const me = await unwrap(result);
		markOnlyCredential();
		ownCredential = readCredential(document.cookie);
		return me;
	},
	enabled: () => typeof document !== "undefined",
	staleTime: STALE_TIME_MS,
	gcTime: Number.POSITIVE_INFINITY,
};

const cachedMe = (): Me | undefined => queryClient.getQueryData<Me>(meOptions.queryKey);

function setMe(me: Me): void {
	void queryClient.cancelQueries({ queryKey: meOptions.queryKey });
	queryClient.setQueryData<Me>(meOptions.queryKey, me);
}

function sessionOf(me: Me | undefined, error: unknown): Session {
	if (me?.patient) return { state: "AUTHENTICATED", patient: me.patient, error: null };
	if (me) return { state: me.isLeaving ? "LOGGING_OUT" : "LOGGED_OUT", patient: null, error: null };
	return { state: error ? "UNREACHABLE" : "INITIALIZING", patient: null, error };
}

export function useSession(): Session {
	const isHydrated = useHydrated();
	const { data, error } = useQuery(meOptions);
	return isHydrated ? sessionOf(data, error) : sessionOf(undefined, null);
}

/** The current state of the session, for use outside React. */
export const sessionState = (): Session["state"] =>
	sessionOf(cachedMe(), queryClient.getQueryState(meOptions.queryKey)?.error ?? null).state;

/** Fetches the signed-in patient. Without a response nothing changes; a rejection signs out. */
export async function loadPatient(): Promise<void> {
	await queryClient.fetchQuery({ ...meOptions, staleTime: 0 }).catch(() => undefined);
}

function forgetPatient(me: Me): void {
	ownCredential = null;
	clearCredential();
	localStore.remove(OFFLINE_KEY);
	forgetQueries("patient", meOptions.queryKey);
	setMe(me);
}

/** Called when the server no longer accepts the session, or another tab ended it. */
export function expireSession(): void {
	forgetPatient(SIGNED_OUT);
}

/** Signs in; throws the server's problem unchanged. */
export function logIn(credentials: { loginUserId: string; password: string }): Promise<Patient> {
	return startSession(() => unwrap(api.POST("/patients/auth/login", { body: credentials })));
}

/** Signs up, which signs in too; throws the server's problem unchanged. */
export function signUp(body: SignUpRequest, idempotencyKey: string): Promise<Patient> {
	const headers = { "Idempotency-Key": idempotencyKey };
	return startSession(() => unwrap(api.POST("/patients/auth/signup", { body, headers })));
}

async function startSession(call: () => Promise<{ patient: Patient }>): Promise<Patient> {
	const before = credentialsIn(document.cookie);
	const { patient } = await call();
	markNewCredential(before);
	ownCredential = readCredential(document.cookie);
	forgetQueries("patient", meOptions.queryKey);
	setMe({ patient });
	notifyOtherTabs({ kind: "patient", id: patient.id });
	return patient;
}

/**
 * Ends the session on the server with a keepalive request, without waiting. The local sign-out works without it, and a
 * session that it did not reach expires within a day.
 */
function endSession(): void {
	const credential = readCredential(document.cookie);
	if (!credential) return;
	const headers = { Authorization: `Bearer ${credential}` };
	api.POST("/patients/auth/logout", { headers, keepalive: true }).catch(() => undefined);
}

/** Signs out, and navigates to the sign-in before the screens are updated. */
export async function logOut(goToSignIn: () => Promise<void> | void): Promise<void> {
	endSession();
	await logOutHere(goToSignIn);
}

/** Signs out locally, when the server has already ended the session. */
export async function logOutHere(goToSignIn: () => Promise<void> | void): Promise<void> {
	const former = cachedMe()?.patient?.id;
	forgetPatient({ patient: null, isLeaving: true });
	forgetDrafts("patient", former);
	localStore.remove(IDENTITY_KEY);
	notifyOtherTabs({ kind: "patient", id: null, former });
	await goToSignIn();
	// Lets the screens render the state in between.
	await new Promise((resolve) => setTimeout(resolve));
	if (cachedMe()?.isLeaving) setMe(SIGNED_OUT);
}

/**
 * Whether the cookie is still the one of this page's session. If not, the session ends or the page is reloaded. Drafts
 * stay, since the new session may be the same patient's, and nobody else reads them.
 */
function checkCredential(): boolean {
	if (ownCredential === null) return true;
	const current = readCredential(document.cookie);
	if (current === ownCredential) return true;
	if (current === null) expireSession();
	else page.reload();
	return false;
}

const isEntry = (request: Request) => ENTRY.test(new URL(request.url).pathname);

api.use({
	onRequest({ request }) {
		if (!isEntry(request) && !checkCredential()) throw new StaleSessionError();
	},
	async onResponse({ request, response }) {
		const sent = request.headers.get("Authorization");
		if (sent === null || isEntry(request)) return;
		if (sent !== `Bearer ${readCredential(document.cookie)}`) throw new StaleSessionError();
		if (response.status === 401) expireSession();
		else if (response.status === 403) refetchTerms(await response.clone().json());
	},
});

/** Refetches the terms: a new edition came into effect since they were fetched. */
function refetchTerms(problem: unknown): void {
	if (!isProblem(problem) || problem.code !== "terms_consent_required") return;
	void queryClient.invalidateQueries($api.queryOptions("get", "/patients/me/terms"));
}

/**
 * Follows session changes of other tabs, and checks the cookie when this tab becomes visible. Returns a function that
 * unsubscribes.
 */
export function watchSession(): () => void {
	const check = () => void (document.visibilityState === "visible" && checkCredential());
	document.addEventListener("visibilitychange", check);
	window.addEventListener("pageshow", check);
	const stop = followOtherTabs("patient", {
		current: () => cachedMe()?.patient?.id ?? null,
		onSignedOut: expireSession,
		onSignedIn: () => {
			ownCredential = null;
			void loadPatient();
		},
	});
	return () => {
		document.removeEventListener("visibilitychange", check);
		window.removeEventListener("pageshow", check);
		stop();
	};
}

/** Keeps the latest results for offline use. Loads the code only with a credential. */
export function storeResultsOffline(): void {
	if (readCredential(document.cookie) === null) return;
	import("./offline-results").then(
		(results) => results.storeOfflineResults(),
		() => undefined,
	);
}

/** Resets the state, for tests. */
export function resetSession(): void {
	ownCredential = null;
	queryClient.removeQueries({ queryKey: meOptions.queryKey });
}
