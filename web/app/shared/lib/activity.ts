/** Time of the last user input on this page, since pages also make calls on their own. */
let lastInputAt = Date.now();

const IDLE_AFTER_MS = 60_000;

export function noteInput(): void {
	lastInputAt = Date.now();
}

if (typeof window !== "undefined") {
	for (const kind of ["pointerdown", "keydown", "wheel"]) {
		window.addEventListener(kind, noteInput, { capture: true, passive: true });
	}
}

/** Whether the user has been inactive for a minute, so that a call made now is the page's own. */
export const isQuiet = (now: number): boolean => now - lastInputAt > IDLE_AFTER_MS;
