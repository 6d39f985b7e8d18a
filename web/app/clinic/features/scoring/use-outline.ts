import { useRef, useState } from "react";
import type { Size } from "~/domain/tongue/frame";
import {
	added,
	crosses,
	MAX_CORNERS,
	MIN_CORNERS,
	moved,
	type Outline,
	outlineOf,
	removed,
	type Vertex,
} from "./outline-edit";

interface About {
	/** The AI's outline. */
	read: Outline;
	/** The corrected outline; null while the AI's is used. */
	value: readonly (readonly number[])[] | null;
	/** Receives the whole outline after each change; null for the AI's outline. */
	onChange: (outline: number[][] | null) => void;
	size: Size;
}

/** How far along the line other corners follow a moved one, as a fraction of the outline's height. */
const FOLLOWING = 0.12;

const heightOf = (outline: Outline) => {
	const all = outline.map(([, y]) => y);
	return Math.max(...all) - Math.min(...all);
};

/** Undo history of the outline. Rejects a step that makes the line cross itself. */
function useSteps({ value, onChange }: Pick<About, "value" | "onChange">) {
	const [past, setPast] = useState<readonly (Outline | null)[]>([]);
	const [refused, setRefused] = useState(false);
	const standing = value && outlineOf(value);

	const put = (next: Outline | null) => onChange(next === null ? null : next.map(([x, y]) => [x, y]));
	const replace = (next: Outline | null, steps: readonly (Outline | null)[]) => {
		setRefused(false);
		setPast(steps);
		put(next);
	};
	return {
		standing,
		refused,
		canUndo: past.length > 0,
		put,
		take: (next: Outline, from: Outline | null = standing) => {
			if (!crosses(next)) return replace(next, [...past, from]);
			setRefused(true);
			put(from);
		},
		undo: () => {
			const last = past.at(-1);
			if (last !== undefined) replace(last, past.slice(0, -1));
		},
		reset: () => replace(null, [...past, standing]),
	};
}

/** State of the outline editor: the selected corner, edits and undo. */
export function useOutline({ read, value, onChange, size }: About) {
	const { standing, refused, canUndo, put, take, undo, reset } = useSteps({ value, onChange });
	const [chosen, setChosen] = useState(0);
	const [isAlone, setAlone] = useState(false);
	/** The outline before the current drag. */
	const dragged = useRef<{ from: Outline | null } | null>(null);
	const outline = standing ?? read;
	const selected = Math.min(chosen, outline.length - 1);

	const reach = isAlone ? 0 : heightOf(read) * FOLLOWING;
	const canAdd = outline.length < MAX_CORNERS;
	const canRemove = outline.length > MIN_CORNERS;
	/** Moves the selected corner to a point. */
	const moveTo = (place: Vertex) => take(moved(outline, selected, place, size, reach));
	return {
		outline,
		selected,
		/** Whether the last step was rejected because the line would cross itself. */
		refused,
		isCorrected: value !== null,
		canUndo,
		canAdd,
		canRemove,
		select: setChosen,
		selectNeighbor: (by: number) => setChosen((selected + by + outline.length) % outline.length),
		undo,
		moveTo,
		moveBy: ([dx, dy]: Vertex) => {
			const [x, y] = outline[selected] ?? [0, 0];
			moveTo([x + dx, y + dy]);
		},
		/** Inserts a corner on the side after corner `side`. */
		add: (side: number, where?: Vertex) => {
			if (!canAdd) return;
			take(added(outline, side, where));
			setChosen(side + 1);
		},
		remove: () => {
			if (canRemove) take(removed(outline, selected));
		},
		reset,
		/** Whether a move affects only the corner itself. */
		isAlone,
		setAlone,
		/** Previews a drag of one corner, starting from the outline `taken`. Only `drop` checks and records it. */
		drag: (taken: Outline, corner: number, place: Vertex): Outline => {
			dragged.current ??= { from: standing };
			const next = moved(taken, corner, place, size, reach);
			put(next);
			return next;
		},
		drop: (next: Outline) => {
			const from = dragged.current ? dragged.current.from : standing;
			dragged.current = null;
			take(next, from);
		},
	};
}

export type OutlineState = ReturnType<typeof useOutline>;
