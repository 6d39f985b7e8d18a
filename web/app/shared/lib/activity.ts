/** When a person last did something on this page; pages also do things on their own. */
let lastInputAt = Date.now();

const QUIET_MS = 60_000;

export function noteInput(): void {
	lastInputAt = Date.now();
}

if (typeof window !== "undefined") {
	for (const kind of ["pointerdown", "keydown", "wheel"]) {
		window.addEventListener(kind, noteInput, { capture: true, passive: true });
	}
}

/** Whether a call that is made now is the page's own: nobody did anything for a minute. */
export const isQuiet = (now: number): boolean => now - lastInputAt > QUIET_MS;
