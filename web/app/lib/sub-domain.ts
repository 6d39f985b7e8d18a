const KEY = "subDomain";

function isLocalHost(hostname: string): boolean {
	return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";
}

/** Keeps the page's `subDomain` for the rest of the visit, so that links need not carry it. */
export function rememberSubDomain(location: Location, storage: Storage): void {
	const value = new URLSearchParams(location.search).get(KEY);
	if (value && isLocalHost(location.hostname)) storage.setItem(KEY, value);
}

/** The tenant's host to ask the API for: only a local host may choose one. */
export function chosenHost(location: Location, storage: Storage): string | null {
	return isLocalHost(location.hostname) ? storage.getItem(KEY) : null;
}
