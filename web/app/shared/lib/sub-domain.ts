import { tabStore } from "./storage";

const KEY = "subDomain";

function isLocalHost(hostname: string): boolean {
	return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";
}

/** Stores the page's `subDomain` parameter for this visit, so that links need not carry it. */
export function rememberSubDomain(location: Location): void {
	const value = new URLSearchParams(location.search).get(KEY);
	if (value && isLocalHost(location.hostname)) tabStore.set(KEY, value);
}

/** The tenant's host to send to the API; only a local host may choose one. */
export function chosenHost(location: Location): string | null {
	return isLocalHost(location.hostname) ? tabStore.get(KEY) : null;
}
