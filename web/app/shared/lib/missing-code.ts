import { page } from "./page";
import { tabStore } from "./storage";

/** Also written by the page's first script, which stands before all code. */
export const RELOADED_KEY = "codeReloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;
/** As Chromium, Firefox and Safari say it. */
const MESSAGES = [
	"Failed to fetch dynamically imported module",
	"error loading dynamically imported module",
	"Importing a module script failed",
	"Unable to preload CSS",
];

/** Whether a part of the app could not be fetched: there is a new version of it, or no network. */
export function isMissingCode(error: unknown): boolean {
	return error instanceof Error && MESSAGES.some((message) => error.message.includes(message));
}

/** Reloads the page for code that is missing, once in a while; returns whether it does. */
export function reloadForCode(now: number): boolean {
	if (!navigator.onLine || now - Number(tabStore.get(RELOADED_KEY) ?? 0) < MIN_RELOAD_INTERVAL_MS)
		return false;
	// Where nothing can be kept, nothing would end the reloading.
	if (!tabStore.set(RELOADED_KEY, String(now))) return false;
	page.reload();
	return true;
}
