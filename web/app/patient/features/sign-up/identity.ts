import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { href } from "react-router";
import { pageAddress } from "~/shared/api/client";
import type { Verification } from "~/shared/api/types";
import { localStore } from "~/shared/lib/storage";

/** The verified identity, and what went wrong instead, for the window that waits. */
const INFO = "authInfo";
const PROBLEM = "authProblem";
/** Where the check runs ("window" or "tab"), the form that it was started from, and when. */
const PLACE = "identityPlace";
const RETURN = "identityReturn";
const STARTED = "identityStartedAt";
/** The server takes a sign-up by a check for thirty minutes after the check began. */
const LIFETIME_MS = 30 * 60_000;
const WINDOW = "popup,width=480,height=760";

const TEXTS = ["id", "name", "phone", "birth", "ci"] as const;

/** A verified identity as it is kept: for no longer than the server takes it. */
interface StoredIdentity extends Verification {
	expiresAt: number;
}

/** Reads what `/auth/success` stored; anything else is as good as nothing. */
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

function keep(key: string, value: string | null): void {
	if (value === null) localStore.remove(key);
	else localStore.set(key, value);
	for (const listener of listeners) listener();
}

/** The `storage` event tells of the other window: its opener is cut off by the pages it went through. */
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

/**
 * The verified identity of this browser, the code of what went wrong in the other window, and whether an identity's
 * time ran out meanwhile.
 */
export function useIdentity(): { info: StoredIdentity | null; problem: string | null; expired: boolean } {
	const text = useStored(INFO);
	const problem = useStored(PROBLEM);
	const kept = useMemo(() => parseInfo(text), [text]);
	const [expired, setExpired] = useState(false);
	useEffect(() => {
		if (!kept) return;
		const end = () => {
			keep(INFO, null);
			setExpired(true);
		};
		if (isOver(kept)) return end();
		setExpired(false);
		const timer = setTimeout(end, kept.expiresAt - Date.now());
		return () => clearTimeout(timer);
	}, [kept]);
	return { info: kept && !isOver(kept) ? kept : null, problem, expired };
}

/**
 * Begins the check in a small window, or in this tab where windows are blocked. To be called while a press is being
 * handled: later the browser would block the window.
 */
export function startIdentity(redirect: string | null): "window" | "tab" {
	const address = pageAddress("/patients/identity/start", { redirect });
	const opened = window.open(address, "identity", WINDOW);
	keep(PROBLEM, null);
	keep(RETURN, location.pathname + location.search);
	keep(PLACE, opened ? "window" : "tab");
	keep(STARTED, String(Date.now()));
	if (!opened) location.assign(address);
	return opened ? "window" : "tab";
}

/** Hands the result to the form, in whichever window it is. */
export function finishIdentity(info: Verification): void {
	const { id, name, phone, birth, ci } = info;
	const now = Date.now();
	const startedAt = Math.min(Number(localStore.get(STARTED)) || now, now);
	keep(PROBLEM, null);
	keep(INFO, JSON.stringify({ id, name, phone, birth, ci, expiresAt: startedAt + LIFETIME_MS }));
}

export function failIdentity(code: string): void {
	keep(PROBLEM, code);
}

/** The identity was used, or is worth nothing any more. */
export function forgetIdentity(): void {
	for (const key of [INFO, PROBLEM, PLACE, RETURN, STARTED]) keep(key, null);
}

/** Somebody who never came back to the form leaves nothing behind: each visit looks. */
export function dropStaleIdentity(): void {
	const text = localStore.get(INFO);
	const info = parseInfo(text);
	if (text !== null && (!info || isOver(info))) forgetIdentity();
}

export const isSmallWindow = (): boolean => localStore.get(PLACE) === "window";

/** The form that the check was started from, with its query; null when it is not known. */
export function formToReturnTo(): string | null {
	const kept = localStore.get(RETURN);
	return kept?.split("?")[0] === href("/auth/signup/form") ? kept : null;
}
