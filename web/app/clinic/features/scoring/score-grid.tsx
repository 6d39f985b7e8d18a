import { useTranslation } from "react-i18next";
import { CELLS, CellDigit, scoreOf, useCellLabel } from "~/domain/tongue/cells";
import type { Grid, Size } from "~/domain/tongue/frame";
import { frameStyle } from "~/domain/tongue/tongue-photo";
import { type CellScores, nextScore } from "./scoring-values";
import { useGridKeys } from "./use-grid-keys";

interface Props {
	grid: Grid;
	size: Size;
	scores: CellScores;
	/** Cells that moved since they were scored. */
	unconfirmed: readonly number[];
	/** Whether the grid takes the focus on mount, so that digits can be typed at once. */
	isFirst: boolean;
	onScore: (cell: number, score: number) => void;
	onConfirm: (cell: number) => void;
}

const ROWS = [CELLS.slice(0, 3), CELLS.slice(3, 6), CELLS.slice(6)] as const;
const CELL =
	"relative grid size-full min-h-6 min-w-6 touch-manipulation place-items-center rounded-[10px] border-2 shadow-[0_0_0_1px_rgb(15_28_24/0.35)] transition-colors hover:bg-white/25 focus:outline-4 focus:outline-offset-0 focus:outline-outline";
const TINTS = ["bg-white/0", "bg-white/15", "bg-white/30"] as const;

/**
 * The nine cells as an expert scores them, as one tab stop. A digit sets a score and moves to the next cell; arrows
 * move. A press cycles through none, 0, 1, 2 and back to 0; on a cell that moved it confirms the score.
 */
export function ScoreGrid({ grid, size, scores, unconfirmed, isFirst, onScore, onConfirm }: Props) {
	const { t } = useTranslation("tongue");
	const { box, stop, setStop, onKey } = useGridKeys(isFirst, onScore);
	return (
		// biome-ignore lint/a11y/useSemanticElements: same reason as for its rows
		<div
			ref={box}
			role="grid"
			aria-label={t("photo.cellsTitle")}
			tabIndex={-1}
			onKeyDown={onKey}
			className="absolute min-w-0 outline-none"
			style={frameStyle(grid, size)}
		>
			<div className="absolute inset-0 grid grid-cols-3 grid-rows-3 gap-1">
				{ROWS.map((row) => (
					// biome-ignore lint/a11y/useSemanticElements: a grid of cells over a photo is not a table
					<div key={row[0]} role="row" tabIndex={-1} className="contents">
						{row.map((cell) => (
							// biome-ignore lint/a11y/useSemanticElements: same reason as for its row
							<div key={cell} role="gridcell" tabIndex={-1} className="relative">
								<Cell
									cell={cell}
									score={scores[cell] ?? null}
									angle={grid.angle}
									isTabStop={cell === stop}
									isUnconfirmed={unconfirmed.includes(cell)}
									onFocus={() => setStop(cell)}
									onPress={() =>
										unconfirmed.includes(cell)
											? onConfirm(cell)
											: onScore(cell, nextScore(scores[cell] ?? null))
									}
								/>
							</div>
						))}
					</div>
				))}
			</div>
		</div>
	);
}

interface CellProps {
	cell: (typeof CELLS)[number];
	score: number | null;
	angle: number;
	isTabStop: boolean;
	isUnconfirmed: boolean;
	onFocus: () => void;
	onPress: () => void;
}

function Cell({ cell, score, angle, isTabStop, isUnconfirmed, onFocus, onPress }: CellProps) {
	const { t } = useTranslation("tongue");
	const { t: tClinic } = useTranslation("clinic");
	const place = t(`place.${cell}`);
	const known = scoreOf(score ?? 0);
	const params = { place, score: known, word: t(`coating.${known}`) };
	const label = score === null ? tClinic("cells.empty", { place }) : t("photo.cell", params);
	const style = isUnconfirmed
		? "border-dashed border-[3px] border-[#ffd36b]"
		: score === null
			? "border-dashed border-white/60"
			: "border-white/90";
	return (
		<button
			type="button"
			tabIndex={isTabStop ? 0 : -1}
			aria-label={isUnconfirmed ? tClinic("cells.moved", { label }) : label}
			onFocus={onFocus}
			onClick={onPress}
			className={`${CELL} ${style} ${score === null ? "" : TINTS[known]}`}
		>
			{score === null ? null : <CellDigit score={score} angle={angle} isUncertain={isUnconfirmed} />}
		</button>
	);
}

interface FixedProps {
	grid: Grid;
	size: Size;
	scores: CellScores;
	/** Cells whose score is uncertain; none by default. */
	uncertain?: readonly number[];
}

/** The nine cells with fixed scores: the AI's, or an expert's. */
export function FixedGrid({ grid, size, scores, uncertain = [] }: FixedProps) {
	const { t } = useTranslation("tongue");
	const { t: tClinic } = useTranslation("clinic");
	const labelOf = useCellLabel(
		scores.map((score) => score ?? 0),
		uncertain,
	);
	return (
		<fieldset className="absolute min-w-0" style={frameStyle(grid, size)}>
			<legend className="sr-only">{t("photo.cellsTitle")}</legend>
			<ul className="absolute inset-0 grid grid-cols-3 grid-rows-3">
				{CELLS.map((cell) => {
					const score = scores[cell] ?? null;
					const isEmpty = score === null;
					return (
						<li key={cell} className="grid place-items-center border border-dashed border-white/70">
							<span className="sr-only">
								{isEmpty ? tClinic("cells.empty", { place: t(`place.${cell}`) }) : labelOf(cell)}
							</span>
							{isEmpty ? null : (
								<CellDigit score={score} angle={grid.angle} isUncertain={uncertain.includes(cell)} />
							)}
						</li>
					);
				})}
			</ul>
		</fieldset>
	);
}
