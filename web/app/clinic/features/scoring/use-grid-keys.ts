import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CELLS } from "~/domain/tongue/cells";

const LAST_CELL = CELLS.length - 1;

/** The cell that an arrow key moves to. */
export function neighborCell(cell: number, key: string): number {
	const [row, column] = [Math.floor(cell / 3), cell % 3];
	const to: Record<string, [number, number]> = {
		ArrowUp: [row - 1, column],
		ArrowDown: [row + 1, column],
		ArrowLeft: [row, column - 1],
		ArrowRight: [row, column + 1],
		Home: [row, 0],
		End: [row, 2],
	};
	const [toRow, toColumn] = to[key] ?? [row, column];
	const clampIndex = (at: number) => Math.min(2, Math.max(0, at));
	return clampIndex(toRow) * 3 + clampIndex(toColumn);
}

/** Roving tab stop of the grid: a digit scores the current cell and moves to the next, arrows move. */
export function useGridKeys(isFirst: boolean, onScore: (cell: number, score: number) => void) {
	const [stop, setStop] = useState(0);
	const box = useRef<HTMLDivElement>(null);
	const focus = (cell: number) => {
		setStop(cell);
		box.current?.querySelectorAll<HTMLElement>("button")[cell]?.focus({ preventScroll: true });
	};
	const wasFirst = useRef(isFirst);
	useEffect(() => {
		if (wasFirst.current) box.current?.querySelector("button")?.focus({ preventScroll: true });
	}, []);
	const onKey = (event: KeyboardEvent) => {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		if (/^[0-2]$/.test(event.key)) {
			event.preventDefault();
			onScore(stop, Number(event.key));
			return focus(Math.min(LAST_CELL, stop + 1));
		}
		const next = neighborCell(stop, event.key);
		if (!event.key.startsWith("Arrow") && next === stop) return;
		event.preventDefault();
		focus(next);
	};
	return { box, stop, setStop, onKey };
}
