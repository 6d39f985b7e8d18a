import { localStore } from "./storage";

/**
 * When the staff's session was used last, in this tab or another one of this browser. Pages cannot read its cookie: this is also
 * how they know that there may be one.
 */
const KEY = "staffActiveAt";

let ownUse = 0;

export function noteStaffActivity(at: number): void {
	ownUse = at;
	// Without storage each tab knows of itself alone.
	localStore.set(KEY, String(at));
}

/** Milliseconds since 1970; 0 when nobody of the staff is signed in here. */
export function staffActiveAt(): number {
	return Math.max(ownUse, Number(localStore.get(KEY) ?? 0));
}

export function forgetStaffActivity(): void {
	ownUse = 0;
	localStore.remove(KEY);
}
