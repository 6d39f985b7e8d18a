import { useSyncExternalStore } from "react";
import { localStore } from "~/shared/lib/storage";

const KEY = "worklistChime";
const NOTES = [
	[660, 0],
	[880, 0.14],
] as const;
const NOTE_S = 0.45;
const VOLUME = 0.08;

let context: AudioContext | null = null;
const listeners = new Set<() => void>();

const isOn = (): boolean => localStore.get(KEY) === "on";

/** Browsers allow sound only after a user gesture on the page. */
function unlock(): void {
	if (typeof AudioContext === "undefined") return;
	context ??= new AudioContext();
	if (context.state === "suspended") void context.resume();
}

/** Plays two soft notes, unless the sound is off or the browser does not allow it yet. */
export function playChime(): void {
	if (!isOn() || context?.state !== "running") return;
	for (const [frequency, delay] of NOTES) {
		const [tone, volume] = [context.createOscillator(), context.createGain()];
		const start = context.currentTime + delay;
		tone.frequency.value = frequency;
		volume.gain.setValueAtTime(VOLUME, start);
		volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S);
		tone.connect(volume).connect(context.destination);
		tone.start(start);
		tone.stop(start + NOTE_S);
	}
}

/** Turns the sound on or off for this browser. Plays it once when turned on. */
function setChime(on: boolean): void {
	if (on) localStore.set(KEY, "on");
	else localStore.remove(KEY);
	for (const listener of listeners) listener();
	if (!on) return;
	unlock();
	// The context may be suspended.
	void context?.resume().then(playChime);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	const unlockIfOn = () => isOn() && unlock();
	window.addEventListener("pointerdown", unlockIfOn);
	window.addEventListener("keydown", unlockIfOn);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("pointerdown", unlockIfOn);
		window.removeEventListener("keydown", unlockIfOn);
	};
}

/** Whether the sound for new applications is on, and its setter. */
export function useChime(): [boolean, (on: boolean) => void] {
	return [useSyncExternalStore(subscribe, isOn, () => false), setChime];
}
