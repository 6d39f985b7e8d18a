import type { SessionKind } from "~/shared/api/query-client";
import { localStore, tabStore } from "./storage";

const PREFIX = "draft:";
/** Storage key of the insurance claim in progress, which outlives the tab. */
export const CLAIM_KEY = "insuranceClaim";

/** Whose session a draft belongs to, by the part of its key before the first colon. */
const OWNERS: Partial<Record<string, SessionKind>> = {
	apply: "patient",
	claimAccount: "patient",
	payment: "patient",
	signUpDraft: "patient",
	scoring: "staff",
	statement: "staff",
	hotelOrder: "hotel",
};

/**
 * Form input that was not sent yet, kept for this tab: it survives a reload, a visit to another site and an expired
 * session. It never contains a password, and is deleted on sign-up and sign-out.
 */
export function readDraft<Draft extends object>(key: string): Draft | null {
	try {
		const value: unknown = JSON.parse(tabStore.get(PREFIX + key) ?? "null");
		return typeof value === "object" ? (value as Draft | null) : null;
	} catch {
		return null;
	}
}

/** Stores a draft. If the storage is full or blocked, only the draft is lost. */
export function saveDraft(key: string, draft: object): void {
	tabStore.set(PREFIX + key, JSON.stringify(draft));
}

export function forgetDraft(key: string): void {
	tabStore.remove(PREFIX + key);
}

/** Deletes the drafts of one application, so that none is left after its sign-out; and drafts without a known owner. */
export function forgetDrafts(kind: SessionKind = "patient"): void {
	if (kind === "patient") localStore.remove(CLAIM_KEY);
	for (const key of tabStore.keys()) {
		if (!key.startsWith(PREFIX)) continue;
		const owner = OWNERS[key.slice(PREFIX.length).split(":", 1)[0] ?? ""] ?? kind;
		if (owner === kind) tabStore.remove(key);
	}
}
