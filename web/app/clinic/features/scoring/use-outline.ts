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
	/** As it was corrected; null while the AI's stands. */
	value: readonly (readonly number[])[] | null;
	/** Receives the whole outline after each change; null for the AI's. */
	onChange: (outline: number[][] | null) => void;
	size: Size;
}

/** How far along the line the corners follow one that is moved, as a share of the outline's height. */
const FOLLOWING = 0.12;

const heightOf = (outline: Outline) => {
	const all = outline.map(([, y]) => y);
	return Math.max(...all) - Math.min(...all);
};

/** An outline being corrected: which corner is chosen, each step, and the way back. No step that makes the line cross itself is taken. */
export function useOutline({ read, value, onChange, size }: About) {
	const [chosen, setChosen] = useState(0);
	const [past, setPast] = useState<readonly (Outline | null)[]>([]);
	const [refused, setRefused] = useState(false);
	const [isAlone, setAlone] = useState(false);
	/** What stood before the drag that is under way. */
	const dragged = useRef<{ from: Outline | null } | null>(null);
	const standing = value && outlineOf(value);
	const outline = standing ?? read;
	const selected = Math.min(chosen, outline.length - 1);

	const reach = isAlone ? 0 : heightOf(read) * FOLLOWING;
	const put = (next: Outline | null) => onChange(next === null ? null : next.map(([x, y]) => [x, y]));
	const take = (next: Outline, from: Outline | null) => {
		const wrong = crosses(next);
		setRefused(wrong);
		if (wrong) return put(from);
		setPast((all) => [...all, from]);
		put(next);
	};
	return {
		outline,
		selected,
		/** The last step would have made the line cross itself. */
		refused,
		isCorrected: value !== null,
		canUndo: past.length > 0,
		canAdd: outline.length < MAX_CORNERS,
		canRemove: outline.length > MIN_CORNERS,
		select: setChosen,
		selectBeside: (by: number) => setChosen((selected + by + outline.length) % outline.length),
		undo: () => {
			const last = past.at(-1);
			if (last === undefined) return;
			setRefused(false);
			setPast(past.slice(0, -1));
			put(last);
		},
		/** Brings the chosen corner to a place. */
		moveTo: (place: Vertex) => take(moved(outline, selected, place, size, reach), standing),
		moveBy: ([dx, dy]: Vertex) => {
			const [x, y] = outline[selected] ?? [0, 0];
			take(moved(outline, selected, [x + dx, y + dy], size, reach), standing);
		},
		/** Another corner on the side after one. */
		add: (side: number, where?: Vertex) => {
			if (outline.length >= MAX_CORNERS) return;
			take(added(outline, side, where), standing);
			setChosen(side + 1);
		},
		remove: () => {
			if (outline.length > MIN_CORNERS) take(removed(outline, selected), standing);
		},
		reset: () => {
			setPast([...past, standing]);
			setRefused(false);
			put(null);
		},
		/** Only the corner itself moves. */
		isAlone,
		setAlone,
		/** Brings a corner of the line, as it was when it was taken, to a place; nothing is decided before the drop. */
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
