import { setupWorker } from "msw/browser";
import { db } from "./db";
import { handlers } from "./handlers";

declare global {
	interface Window {
		/** The state of the offline mode, to be changed from the console or a script. */
		mockDb?: typeof db;
	}
}

const CONSENTS = "mock:consents";

/** Handles every call of the app inside the browser. */
export async function startWorker(): Promise<void> {
	window.mockDb = db;
	// A payment in the same tab reloads the page, so consents given before are restored.
	const kept = localStorage.getItem(CONSENTS);
	if (kept) db.consents = JSON.parse(kept);
	const worker = setupWorker(...handlers);
	worker.events.on("request:end", () => localStorage.setItem(CONSENTS, JSON.stringify(db.consents)));
	await worker.start({ onUnhandledRequest: "bypass", quiet: true });
}
