import { localStore } from "./storage";

/** The cookie of patients' sessions. That of a clinic's staff is for the server alone. */
export const COOKIE = "authorization";

/** Where this origin keeps the end of its own credential. */
export const MARK_KEY = "sessionMark";
const MARK_LENGTH = 8;

/** The values of all cookies with the name. */
export function credentialsIn(cookies: string): string[] {
	const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
	const values = pairs.filter(([name, ...value]) => name === COOKIE && value.length > 0);
	return [...new Set(values.map(([, ...value]) => decoded(value.join("="))))];
}

function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

/**
 * The session's bearer credential, or null when nobody is signed in. Another site of the same domain can plant a second
 * cookie of the name: only the one that this origin marked counts, and without a mark only a cookie that is alone.
 */
export function readCredential(cookies: string): string | null {
	const values = credentialsIn(cookies);
	const mark = readMark();
	if (mark) return values.find((value) => value.endsWith(mark)) ?? null;
	return values.length === 1 ? (values[0] ?? null) : null;
}

let current: string | null | undefined;

/**
 * What `readCredential` finds, read once for everything that runs without a pause: each query asks for it several times in each
 * render, a hundred times while a screen opens.
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

/** Marks the credential that came with the answer to a call: the one that was not there `before`. */
export function markNewCredential(before: readonly string[]): void {
	const values = credentialsIn(document.cookie);
	const fresh = values.filter((value) => !before.includes(value));
	const [own, other] = fresh.length > 0 ? fresh : values;
	if (own && !other) writeMark(own.slice(-MARK_LENGTH));
}

/** Marks the credential that another page led back with, where it is alone. */
export function markOnlyCredential(): void {
	if (!readMark()) markNewCredential([]);
}

/** Expects a new credential that no call of this page answers with: a social sign-in goes by other pages. */
export function forgetMark(): void {
	writeMark(null);
}

// Where storage is refused, a cookie that is alone counts.
const readMark = () => localStore.get(MARK_KEY);

function writeMark(mark: string | null): void {
	if (mark === null) localStore.remove(MARK_KEY);
	else localStore.set(MARK_KEY, mark);
}

/** The cookie texts that remove the credential on this host and on every parent domain. */
export function removals(hostname: string): string[] {
	const gone = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
	const labels = hostname.split(".");
	const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
	return [gone, ...domains.map((domain) => `${gone}; Domain=${domain}`)];
}

export function clearCredential(): void {
	for (const text of removals(location.hostname)) {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
		document.cookie = text;
	}
	forgetMark();
	forgetCurrent();
}
