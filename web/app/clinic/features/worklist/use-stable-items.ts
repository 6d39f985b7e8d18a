import { useRef, useState } from "react";
import type { WorkItem } from "~/shared/api/types";

interface ListState {
	/** Whether the pointer or the focus is in the list; then no row moves. */
	isLocked: boolean;
	/** Id of the open application, which keeps its row in any state. */
	current: number | null;
}

/** The rows to show after a refetch, and how many new ones wait above them. */
export function stableItems(
	shown: readonly WorkItem[],
	fresh: readonly WorkItem[],
	{ isLocked, current }: ListState,
): { items: readonly WorkItem[]; newer: number } {
	const known = new Map(fresh.map((each) => [each.id, each]));
	if (isLocked && shown.length > 0) {
		const ids = new Set(shown.map((each) => each.id));
		const lastKnown = Math.max(...fresh.map((each, at) => (ids.has(each.id) ? at : -1)), -1);
		const older = fresh.slice(lastKnown + 1).filter((each) => !ids.has(each.id));
		const newer = fresh.slice(0, lastKnown + 1).filter((each) => !ids.has(each.id)).length;
		const items = shown.map((each) => known.get(each.id) ?? each);
		return lastKnown < 0 ? { items, newer: fresh.length } : { items: [...items, ...older], newer };
	}
	const at = shown.findIndex((each) => each.id === current);
	const open = shown[at];
	if (!open || known.has(open.id)) return { items: fresh, newer: 0 };
	const before = shown
		.slice(0, at)
		.filter((each) => known.has(each.id))
		.at(-1);
	const place = before ? fresh.findIndex((each) => each.id === before.id) + 1 : 0;
	return { items: [...fresh.slice(0, place), open, ...fresh.slice(place)], newer: 0 };
}

/** The list's rows, which do not move under the pointer or the focus. Another list resets them. */
export function useStableItems(list: string, fresh: readonly WorkItem[], current: number | null) {
	const [isLocked, setLocked] = useState(false);
	const shown = useRef<{ list: string; items: readonly WorkItem[] }>({ list, items: [] });
	const before = shown.current.list === list ? shown.current.items : [];
	const { items, newer } = stableItems(before, fresh, { isLocked, current });
	shown.current = { list, items };
	return { items, newer, hold: setLocked };
}
