import { page } from "./page";
import { tabStore } from "./storage";

/** Storage key that the page's first script also writes. */
export const RELOADED_KEY = "codeReloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;
/** The messages of Chromium, Firefox and Safari. */
const MESSAGES = [
	"Failed to fetch dynamically imported module",
	"error loading dynamically imported module",
	"Importing a module script failed",
	"Unable to preload CSS",
];

/** Whether a lazy module could not be loaded: there is a new version, or no network. */
export function isMissingCode(error: unknown): boolean {
	return error instanceof Error && MESSAGES.some((message) => error.message.includes(message));
}

/** Reloads the page to load missing code, at most once a minute; returns whether it does. */
export function reloadForCode(now: number): boolean {
	if (!navigator.onLine || now - Number(tabStore.get(RELOADED_KEY) ?? 0) < MIN_RELOAD_INTERVAL_MS)
		return false;
	// Without storage, nothing would stop a reload loop.
	if (!tabStore.set(RELOADED_KEY, String(now))) return false;
	page.reload();
	return true;
}
