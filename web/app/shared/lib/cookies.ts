import { localStore } from "./storage";

/** The cookie of patients' sessions. The staff's cookie is HttpOnly. */
export const COOKIE = "authorization";

/** Storage key of the end of this origin's credential. */
export const MARK_KEY = "sessionMark";
const MARK_LENGTH = 8;

/** The values of all cookies with this name. */
export function credentialsIn(cookies: string): string[] {
	const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
	const values = pairs.filter(([name, ...value]) => name === COOKIE && value.length > 0);
	return [...new Set(values.map(([, ...value]) => tryDecode(value.join("="))))];
}

function tryDecode(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

/**
 * The session's bearer credential, or null if nobody is signed in. Another site of the same domain can plant a second
 * cookie with this name: only the one that this origin marked counts, and without a mark only a single cookie.
 */
export function readCredential(cookies: string): string | null {
	const values = credentialsIn(cookies);
	const mark = readMark();
	if (mark) return values.find((value) => value.endsWith(mark)) ?? null;
	return values.length === 1 ? (values[0] ?? null) : null;
}

let current: string | null | undefined;

/**
 * `readCredential`, cached until the next microtask: each query reads it several times per render, a hundred times
 * while a screen opens.
 */
export function currentCredential(): string | null {
	if (current === undefined) {
		current = readCredential(document.cookie);
		queueMicrotask(forgetCurrent);
	}
	return current;
}

function forgetCurrent(): void {
	current = undefined;
}

/** Marks the credential that a response has set: the one that was not there `before`. */
export function markNewCredential(before: readonly string[]): void {
	const values = credentialsIn(document.cookie);
	const fresh = values.filter((value) => !before.includes(value));
	const [own, other] = fresh.length > 0 ? fresh : values;
	if (own && !other) writeMark(own.slice(-MARK_LENGTH));
}

/** Marks the credential after a return from another page, if it is the only one. */
export function markOnlyCredential(): void {
	if (!readMark()) markNewCredential([]);
}

/** Removes the mark before a new credential is set outside this page's calls, as by a social sign-in. */
export function forgetMark(): void {
	writeMark(null);
}

// Without access to the storage, only a single cookie counts.
const readMark = () => localStore.get(MARK_KEY);

function writeMark(mark: string | null): void {
	if (mark === null) localStore.remove(MARK_KEY);
	else localStore.set(MARK_KEY, mark);
}

/** Cookie strings that delete the credential on this host and on every parent domain. */
export function removals(hostname: string): string[] {
	const gone = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
	const labels = hostname.split(".");
	const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
	return [gone, ...domains.map((domain) => `${gone}; Domain=${domain}`)];
}

export function clearCredential(): void {
	for (const text of removals(location.hostname)) {
		// biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
		document.cookie = text;
	}
	forgetMark();
	forgetCurrent();
}
