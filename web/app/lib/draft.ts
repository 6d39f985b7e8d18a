const PREFIX = "draft:";
/** Where the insurance claim in progress outlives the tab. */
export const CLAIM_KEY = "insuranceClaim";

/**
 * What was typed into a form and not sent yet, kept for this tab: it survives a reload, a way through another site and
 * a session that ran out. A password is never part of it; signing up or out forgets it.
 */
export function readDraft<Draft extends object>(key: string): Draft | null {
	try {
		const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
		return typeof value === "object" ? (value as Draft | null) : null;
	} catch {
		return null;
	}
}

/** Keeps a draft; storage that is full or refused costs the draft and nothing else. */
export function saveDraft(key: string, draft: object): void {
	try {
		sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
	} catch {
		// Private windows may refuse storage.
	}
}

export function forgetDraft(key: string): void {
	try {
		sessionStorage.removeItem(PREFIX + key);
	} catch {
		// Nothing was kept where storage is refused.
	}
}

/** Forgets every draft: whoever signs out leaves nothing of the kind behind. */
export function forgetDrafts(): void {
	try {
		localStorage.removeItem(CLAIM_KEY);
		const kept = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? "");
		for (const key of kept) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
	} catch {
		// Nothing was kept where storage is refused.
	}
}
