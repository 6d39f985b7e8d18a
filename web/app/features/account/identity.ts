import { useMemo, useSyncExternalStore } from "react";
import { pageAddress } from "~/lib/api/client";
import type { Verification } from "~/lib/api/types";
import { pathTo } from "~/route-table";

/** The verified identity, and what went wrong instead, for the window that waits. */
const INFO = "authInfo";
const PROBLEM = "authProblem";
/** Where the check runs ("window" or "tab"), and the form that it was begun from. */
const PLACE = "identityPlace";
const RETURN = "identityReturn";
const WINDOW = "popup,width=480,height=760";

const TEXTS = ["id", "name", "phone", "birth", "ci"] as const;

/** Reads what `/auth/success` stored; anything else is as good as nothing. */
function parseInfo(text: string | null): Verification | null {
	try {
		const value: unknown = JSON.parse(text ?? "null");
		if (typeof value !== "object" || value === null) return null;
		const info = value as Record<string, unknown>;
		return TEXTS.every((name) => typeof info[name] === "string") ? (value as Verification) : null;
	} catch {
		return null;
	}
}

const listeners = new Set<() => void>();

function keep(key: string, value: string | null): void {
	if (value === null) localStorage.removeItem(key);
	else localStorage.setItem(key, value);
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
		() => localStorage.getItem(key),
		() => null,
	);
}

/** The verified identity of this browser, and the code of what went wrong in the other window. */
export function useIdentity(): { info: Verification | null; problem: string | null } {
	const text = useStored(INFO);
	const problem = useStored(PROBLEM);
	return { info: useMemo(() => parseInfo(text), [text]), problem };
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
	if (!opened) location.assign(address);
	return opened ? "window" : "tab";
}

/** Hands the result to the form, in whichever window it is. */
export function finishIdentity(info: Verification): void {
	const { id, name, phone, birth, ci } = info;
	keep(PROBLEM, null);
	keep(INFO, JSON.stringify({ id, name, phone, birth, ci }));
}

export function failIdentity(code: string): void {
	keep(PROBLEM, code);
}

/** The identity was used, or is worth nothing any more. */
export function forgetIdentity(): void {
	for (const key of [INFO, PROBLEM, PLACE, RETURN]) keep(key, null);
}

export const isSmallWindow = (): boolean => localStorage.getItem(PLACE) === "window";

/** The form that the check was begun from, with its query; null when it is not known. */
export function formToReturnTo(): string | null {
	const kept = localStorage.getItem(RETURN);
	return kept?.split("?")[0] === pathTo("signUpForm") ? kept : null;
}
