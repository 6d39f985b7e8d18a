/**
 * When the staff's session was used last, in this tab or another one of this browser. Pages cannot read its cookie: this is also
 * how they know that there may be one.
 */
const KEY = "staffUsedAt";

let ownUse = 0;

export function noteStaffUse(at: number): void {
	ownUse = at;
	try {
		localStorage.setItem(KEY, String(at));
	} catch {
		// without storage each tab knows of itself alone
	}
}

/** Milliseconds since 1970; 0 when nobody of the staff is signed in here. */
export function staffUsedAt(): number {
	try {
		return Math.max(ownUse, Number(localStorage.getItem(KEY) ?? 0));
	} catch {
		return ownUse;
	}
}

export function forgetStaffUse(): void {
	ownUse = 0;
	try {
		localStorage.removeItem(KEY);
	} catch {
		// nothing was kept
	}
}
