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

/** Names the document after the open screen, where the name is not known before the screen is. */
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
