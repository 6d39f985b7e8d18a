import { useEffect, useSyncExternalStore } from "react";

let title: string | null = null;
const listeners = new Set<() => void>();

function setTitle(next: string | null): void {
	title = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Sets the document's title if the name is only known once the screen has loaded. */
export function useScreenTitle(name: string): void {
	useEffect(() => {
		setTitle(name);
		return () => setTitle(null);
	}, [name]);
}

export const useCurrentScreenTitle = (): string | null =>
	useSyncExternalStore(
		subscribe,
		() => title,
		() => null,
	);
