import { localStore } from "./storage";

/**
 * When a session was used last, in this tab or another one of this browser. Pages cannot read its cookie: this is also how they
 * know that there may be one.
 */
export interface SessionActivity {
	note: (at: number) => void;
	/** Milliseconds since 1970; 0 when nobody is signed in here. */
	at: () => number;
	forget: () => void;
}

function sessionActivity(key: string): SessionActivity {
	let ownUse = 0;
	return {
		note: (at) => {
			ownUse = at;
			// Without storage each tab knows of itself alone.
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
