import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

/** Shows a number of waiting items before the document's title; 0 hides it. */
export function setTitleCount(next: number): void {
	count = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useTitleCount = (): number =>
	useSyncExternalStore(
		subscribe,
		() => count,
		() => 0,
	);
