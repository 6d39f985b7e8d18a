import { useRef, useState } from "react";
import type { Size } from "~/domain/tongue/frame";
import {
	insertCorner,
	isSelfIntersecting,
	MAX_CORNERS,
	MIN_CORNERS,
	moveCorner,
	type Outline,
	outlineOf,
	removeCorner,
	type Vertex,
} from "./outline-edit";

interface OutlineOptions {
	/** The AI's outline. */
	read: Outline;
	/** The corrected outline; null while the AI's is used. */
	value: readonly (readonly number[])[] | null;
	/** Receives the whole outline after each change; null for the AI's outline. */
	onChange: (outline: number[][] | null) => void;
	size: Size;
}

/** How far along the line other corners follow a moved one, as a fraction of the outline's height. */
const FOLLOW_RATIO = 0.12;

const heightOf = (outline: Outline) => {
	const all = outline.map(([, y]) => y);
	return Math.max(...all) - Math.min(...all);
};

/** Undo history of the outline. Rejects a step that makes the line cross itself. */
function useUndoHistory({ value, onChange }: Pick<OutlineOptions, "value" | "onChange">) {
	const [past, setPast] = useState<readonly (Outline | null)[]>([]);
	const [isRejected, setRejected] = useState(false);
	const current = value && outlineOf(value);

	const preview = (next: Outline | null) => onChange(next === null ? null : next.map(([x, y]) => [x, y]));
	const replace = (next: Outline | null, steps: readonly (Outline | null)[]) => {
		setRejected(false);
		setPast(steps);
		preview(next);
	};
	return {
		current,
		isRejected,
		canUndo: past.length > 0,
		preview,
		commit: (next: Outline, from: Outline | null = current) => {
			if (!isSelfIntersecting(next)) return replace(next, [...past, from]);
			setRejected(true);
			preview(from);
		},
		undo: () => {
			const last = past.at(-1);
			if (last !== undefined) replace(last, past.slice(0, -1));
		},
		reset: () => replace(null, [...past, current]),
	};
}

/** State of the outline editor: the selected corner, edits and undo. */
export function useOutline({ read, value, onChange, size }: OutlineOptions) {
	const { current, isRejected, canUndo, preview, commit, undo, reset } = useUndoHistory({ value, onChange });
	const [selectedIndex, setSelectedIndex] = useState(0);
	const [isAlone, setAlone] = useState(false);
	/** The outline before the current drag. */
	const dragStart = useRef<{ from: Outline | null } | null>(null);
	const outline = current ?? read;
	const selected = Math.min(selectedIndex, outline.length - 1);

	const reach = isAlone ? 0 : heightOf(read) * FOLLOW_RATIO;
	const canAdd = outline.length < MAX_CORNERS;
	const canRemove = outline.length > MIN_CORNERS;
	/** Moves the selected corner to a point. */
	const moveTo = (place: Vertex) => commit(moveCorner(outline, selected, place, size, reach));
	return {
		outline,
		selected,
		/** Whether the last step was rejected because the line would cross itself. */
		isRejected,
		isCorrected: value !== null,
		canUndo,
		canAdd,
		canRemove,
		select: setSelectedIndex,
		selectNeighbor: (by: number) => setSelectedIndex((selected + by + outline.length) % outline.length),
		undo,
		moveTo,
		moveBy: ([dx, dy]: Vertex) => {
			const [x, y] = outline[selected] ?? [0, 0];
			moveTo([x + dx, y + dy]);
		},
		/** Inserts a corner on the side after corner `side`. */
		add: (side: number, where?: Vertex) => {
			if (!canAdd) return;
			commit(insertCorner(outline, side, where));
			setSelectedIndex(side + 1);
		},
		remove: () => {
			if (canRemove) commit(removeCorner(outline, selected));
		},
		reset,
		/** Whether a move affects only the corner itself. */
		isAlone,
		setAlone,
		/** Previews a drag of one corner, starting from the outline `taken`. Only `drop` checks and records it. */
		drag: (taken: Outline, corner: number, place: Vertex): Outline => {
			dragStart.current ??= { from: current };
			const next = moveCorner(taken, corner, place, size, reach);
			preview(next);
			return next;
		},
		drop: (next: Outline) => {
			const from = dragStart.current ? dragStart.current.from : current;
			dragStart.current = null;
			commit(next, from);
		},
	};
}

export type OutlineState = ReturnType<typeof useOutline>;
