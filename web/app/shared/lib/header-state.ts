import { useEffect, useSyncExternalStore } from "react";

/** What a screen asks of the header while it is shown; what it leaves out is as the route table says. */
interface HeaderState {
	/** In place of the product's name. */
	title?: string;
	back?: boolean;
	hidden?: boolean;
}

const NOTHING: HeaderState = {};
let state = NOTHING;
const listeners = new Set<() => void>();

function setState(next: HeaderState): void {
	state = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function useHeaderState(): HeaderState {
	return useSyncExternalStore(
		subscribe,
		() => state,
		() => NOTHING,
	);
}

/** Asks for a header of this screen's own. */
export function useHeader({ title, back, hidden }: HeaderState): void {
	useEffect(() => {
		setState({ title, back, hidden });
		return () => setState(NOTHING);
	}, [title, back, hidden]);
}
