import { localStore, tabStore } from "./storage";

const PREFIX = "draft:";
/** Where the insurance claim in progress outlives the tab. */
export const CLAIM_KEY = "insuranceClaim";

/**
 * What was typed into a form and not sent yet, kept for this tab: it survives a reload, a way through another site and
 * a session that ran out. A password is never part of it; signing up or out forgets it.
 */
export function readDraft<Draft extends object>(key: string): Draft | null {
	try {
		const value: unknown = JSON.parse(tabStore.get(PREFIX + key) ?? "null");
		return typeof value === "object" ? (value as Draft | null) : null;
	} catch {
		return null;
	}
}

/** Keeps a draft; storage that is full or refused costs the draft and nothing else. */
export function saveDraft(key: string, draft: object): void {
	tabStore.set(PREFIX + key, JSON.stringify(draft));
}

export function forgetDraft(key: string): void {
	tabStore.remove(PREFIX + key);
}

/** Forgets every draft, so that none is left after a sign-out. */
export function forgetDrafts(): void {
	localStore.remove(CLAIM_KEY);
	for (const key of tabStore.keys()) if (key.startsWith(PREFIX)) tabStore.remove(key);
}
