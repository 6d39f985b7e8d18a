import type { SessionKind } from "~/shared/api/query-client";
import { localStore, tabStore } from "./storage";

const PREFIX = "draft:";
/** Storage key of the insurance claim in progress, which outlives the tab. */
export const CLAIM_KEY = "insuranceClaim";

/** The session of a draft, the id of its person, and its name. Without an id it is nobody's in particular. */
export type DraftKey = `${SessionKind}:${number | ""}:${string}`;

/**
 * Form input that was not sent yet, kept for this tab: it survives a reload, a visit to another site and an expired
 * session. It never contains a password, and is deleted on sign-up and sign-out. Null if what is stored is no object.
 */
export function readDraft<Draft extends object>(key: DraftKey): Draft | null {
	try {
		const stored: unknown = JSON.parse(tabStore.get(PREFIX + key) ?? "null");
		return typeof stored === "object" && !Array.isArray(stored) ? (stored as Draft | null) : null;
	} catch {
		return null;
	}
}

/** Stores a draft. If the storage is full or blocked, only the draft is lost. */
export function saveDraft(key: DraftKey, draft: object): void {
	tabStore.set(PREFIX + key, JSON.stringify(draft));
}

export function forgetDraft(key: DraftKey): void {
	tabStore.remove(PREFIX + key);
}

/**
 * Deletes a person's drafts in one application, and nobody's, so that none is left after the sign-out; without an id
 * everybody's. Another person's stay for that person's next sign-in.
 */
export function forgetDrafts(kind: SessionKind = "patient", id?: number | null): void {
	// The claim is stored as URL-encoded JSON.
	const isOwnClaim = !id || localStore.get(CLAIM_KEY)?.includes(`%22patientId%22%3A${id}%2C`);
	if (kind === "patient" && isOwnClaim) localStore.remove(CLAIM_KEY);
	const own = `${PREFIX}${kind}:`;
	const starts = [`${own}:`, id ? `${own}${id}:` : own];
	for (const key of tabStore.keys()) {
		if (starts.some((start) => key.startsWith(start))) tabStore.remove(key);
	}
}
