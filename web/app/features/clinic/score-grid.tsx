import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CELLS, CellDigit, scoreOf, useCellLabel } from "~/ui/tongue/cells";
import type { Grid, Size } from "~/ui/tongue/frame";
import { frameStyle } from "~/ui/tongue/tongue-photo";
import { cycled, withScore } from "./scoring-values";

interface Props {
	grid: Grid;
	size: Size;
	scores: readonly number[];
	/** Cells whose score is uncertain; none when left out. */
	uncertain?: readonly number[];
	/** Told all nine after each change; the cells are fixed without it. */
	onChange?: (scores: number[]) => void;
}

const CELL =
	"relative grid min-h-6 min-w-6 place-items-center rounded-[10px] border-2 border-white/90 shadow-[0_0_0_1px_rgb(15_28_24/0.35)]";
const TINTS = ["bg-white/0", "bg-white/15", "bg-white/30"] as const;

/** Where an arrow key leads from a cell. */
export function cellBeside(cell: number, key: string): number {
	const [row, column] = [Math.floor(cell / 3), cell % 3];
	const to: Record<string, [number, number]> = {
		ArrowUp: [row - 1, column],
		ArrowDown: [row + 1, column],
		ArrowLeft: [row, column - 1],
		ArrowRight: [row, column + 1],
	};
	const [toRow, toColumn] = to[key] ?? [row, column];
	const inside = (at: number) => Math.min(2, Math.max(0, at));
	return inside(toRow) * 3 + inside(toColumn);
}

/**
 * The nine cells as an expert scores them: a click goes on from 0 to 1 to 2 to 0, a digit sets, arrows move. One stop of
 * the Tab key leads through all of them.
 */
export function ScoreGrid({ grid, size, scores, uncertain = [], onChange }: Props) {
	const { t } = useTranslation("tongue");
	const [stop, setStop] = useState(0);
	const cells = useRef<HTMLDivElement>(null);
	const onKey = (event: KeyboardEvent) => {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		if (/^[0-2]$/.test(event.key)) {
			event.preventDefault();
			return onChange?.(withScore(scores, stop, Number(event.key)));
		}
		if (!event.key.startsWith("Arrow")) return;
		event.preventDefault();
		const next = cellBeside(stop, event.key);
		setStop(next);
		cells.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
	};
	const labelOf = useCellLabel(scores, uncertain);
	return (
		<fieldset className="absolute min-w-0" style={frameStyle(grid, size)}>
			<legend className="sr-only">{t("photo.cellsTitle")}</legend>
			{onChange ? (
				// biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
				<div ref={cells} onKeyDown={onKey} className="absolute inset-0 grid grid-cols-3 grid-rows-3 gap-1">
					{CELLS.map((cell) => (
						<button
							key={cell}
							type="button"
							tabIndex={cell === stop ? 0 : -1}
							aria-label={labelOf(cell)}
							onFocus={() => setStop(cell)}
							onClick={() => onChange(cycled(scores, cell))}
							className={`${CELL} ${TINTS[scoreOf(scores[cell])]} transition-colors hover:bg-white/25 focus-visible:outline-4 focus-visible:outline-offset-0 focus-visible:outline-outline`}
						>
							<CellDigit score={scores[cell]} angle={grid.angle} isUncertain={uncertain.includes(cell)} />
						</button>
					))}
				</div>
			) : (
				<ul className="absolute inset-0 grid grid-cols-3 grid-rows-3">
					{CELLS.map((cell) => (
						<li key={cell} className="grid place-items-center border border-dashed border-white/70">
							<span className="sr-only">{labelOf(cell)}</span>
							<CellDigit score={scores[cell]} angle={grid.angle} isUncertain={uncertain.includes(cell)} />
						</li>
					))}
				</ul>
			)}
		</fieldset>
	);
}
