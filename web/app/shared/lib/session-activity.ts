import { localStore } from "./storage";

/**
 * When a session was last used, in any tab of this browser. Its cookie is HttpOnly, so this also indicates that there
 * may be a session.
 */
export interface SessionActivity {
	note: (at: number) => void;
	/** Milliseconds since 1970; 0 if nobody is signed in. */
	at: () => number;
	forget: () => void;
}

function sessionActivity(key: string): SessionActivity {
	let ownUse = 0;
	return {
		note: (at) => {
			ownUse = at;
			// Without storage, each tab only knows its own activity.
			localStore.set(key, String(at));
		},
		at: () => Math.max(ownUse, Number(localStore.get(key) ?? 0)),
		forget: () => {
			ownUse = 0;
			localStore.remove(key);
		},
	};
}

export const staffActivity = sessionActivity("staffActiveAt");
export const hotelActivity = sessionActivity("hotelActiveAt");
