import { useEffect, useSyncExternalStore } from "react";

/** What the current screen adds to the document's title. */
interface ScreenTitle {
	/** The screen's name, if only the screen itself knows it. */
	name: string | null;
	/** The number of waiting items; 0 hides it. */
	count: number;
}

const NONE: ScreenTitle = { name: null, count: 0 };
let title = NONE;
const listeners = new Set<() => void>();

function change(part: Partial<ScreenTitle>): void {
	title = { ...title, ...part };
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Names the document like the screen's heading. */
export function useScreenTitle(name: string): void {
	useEffect(() => {
		change({ name });
		return () => change({ name: null });
	}, [name]);
}

/** Shows a number of waiting items before the document's title; 0 hides it. */
export const setTitleCount = (count: number): void => change({ count });

export const useCurrentScreenTitle = (): ScreenTitle =>
	useSyncExternalStore(
		subscribe,
		() => title,
		() => NONE,
	);
