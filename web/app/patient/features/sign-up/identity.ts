import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { href } from "react-router";
import { IDENTITY_KEY as INFO } from "~/patient/session/session";
import { pageAddress } from "~/shared/api/client";
import type { Verification } from "~/shared/api/types";
import { localStore, tabStore } from "~/shared/lib/storage";

/** Storage key of a failure, for the window that waits, as is that of the verified identity. */
const PROBLEM = "authProblem";
/** Key of the tab that asked for the identity or received it. Another tab can belong to another person. */
const TAB = "identityTab";
/** Storage keys of where the check runs ("window" or "tab"), the form that started it, and when. */
const PLACE = "identityPlace";
const RETURN = "identityReturn";
const STARTED = "identityStartedAt";
/** The server accepts a verification for thirty minutes after the check began. */
const LIFETIME_MS = 30 * 60_000;
const WINDOW = "popup,width=480,height=760";

const TEXTS = ["id", "name", "phone", "birth", "ci"] as const;

/** A stored identity, which expires when the server no longer accepts it. */
interface StoredIdentity extends Verification {
	expiresAt: number;
}

/** Parses what `/auth/success` stored; null if it is invalid. */
function parseInfo(text: string | null): StoredIdentity | null {
	try {
		const value: unknown = JSON.parse(text ?? "null");
		if (typeof value !== "object" || value === null) return null;
		const info = value as Record<string, unknown>;
		const isWhole = TEXTS.every((name) => typeof info[name] === "string") && Number.isFinite(info.expiresAt);
		return isWhole ? (value as StoredIdentity) : null;
	} catch {
		return null;
	}
}

const isOver = (info: StoredIdentity) => info.expiresAt <= Date.now();

const listeners = new Set<() => void>();

function store(key: string, value: string | null): void {
	if (value === null) localStore.remove(key);
	else localStore.set(key, value);
	for (const listener of listeners) listener();
}

/** Listens to `storage` events from the popup, because the pages that it visits sever `window.opener`. */
function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}

function useStored(key: string): string | null {
	return useSyncExternalStore(
		subscribe,
		() => localStore.get(key),
		() => null,
	);
}

/** The identity that was verified for this tab, the problem code from the popup, and whether an identity has expired. */
export function useIdentity(): { info: StoredIdentity | null; problem: string | null; isExpired: boolean } {
	const text = useStored(INFO);
	const problem = useStored(PROBLEM);
	const stored = useMemo(() => (tabStore.get(TAB) === null ? null : parseInfo(text)), [text]);
	const [expired, setExpired] = useState(false);
	useEffect(() => {
		if (!stored) return;
		const end = () => {
			store(INFO, null);
			setExpired(true);
		};
		if (isOver(stored)) return end();
		setExpired(false);
		const timer = setTimeout(end, stored.expiresAt - Date.now());
		return () => clearTimeout(timer);
	}, [stored]);
	return { info: stored && !isOver(stored) ? stored : null, problem, isExpired: expired };
}

/**
 * Starts the check in a popup, or in this tab if popups are blocked. Must be called inside the click handler, because
 * browsers block later popups.
 */
export function startIdentity(redirect: string | null): "window" | "tab" {
	const address = pageAddress("/patients/identity/start", { redirect });
	const opened = window.open(address, "identity", WINDOW);
	// An identity that another tab left behind is not this person's.
	if (tabStore.get(TAB) === null) store(INFO, null);
	tabStore.set(TAB, "1");
	store(PROBLEM, null);
	store(RETURN, location.pathname + location.search);
	store(PLACE, opened ? "window" : "tab");
	store(STARTED, String(Date.now()));
	if (!opened) location.assign(address);
	return opened ? "window" : "tab";
}

/** Stores the result for the form, which may be in another window. */
export function finishIdentity(info: Verification): void {
	const { id, name, phone, birth, ci } = info;
	const now = Date.now();
	tabStore.set(TAB, "1");
	const startedAt = Math.min(Number(localStore.get(STARTED)) || now, now);
	store(PROBLEM, null);
	store(INFO, JSON.stringify({ id, name, phone, birth, ci, expiresAt: startedAt + LIFETIME_MS }));
}

export function failIdentity(code: string): void {
	store(PROBLEM, code);
}

/** Removes the identity once it is used or invalid. */
export function forgetIdentity(): void {
	tabStore.remove(TAB);
	for (const key of [INFO, PROBLEM, PLACE, RETURN, STARTED]) store(key, null);
}

/** Removes an expired identity of a sign-up that was never finished. Runs on every visit. */
export function dropStaleIdentity(): void {
	const text = localStore.get(INFO);
	const info = parseInfo(text);
	if (text !== null && (!info || isOver(info))) forgetIdentity();
}

export const isSmallWindow = (): boolean => localStore.get(PLACE) === "window";

/** The form that started the check, with its query; null if unknown. */
export function formToReturnTo(): string | null {
	const stored = localStore.get(RETURN);
	return stored?.split("?")[0] === href("/auth/signup/form") ? stored : null;
}
