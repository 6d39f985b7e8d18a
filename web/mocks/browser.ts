import { setupWorker } from "msw/browser";
import { db } from "./db";
import { handlers } from "./handlers";

declare global {
	interface Window {
		/** The offline mode's state, to be set from the console or a script. */
		mockDb?: typeof db;
	}
}

/** Answers every call of the app inside the browser. */
export async function startWorker(): Promise<void> {
	window.mockDb = db;
	await setupWorker(...handlers).start({ onUnhandledRequest: "bypass", quiet: true });
}
