import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TciPicture } from "~/lib/api/types";
import { CELLS, CellDigit, useCellLabel } from "./cells";
import { type Grid, gridOf, type Size } from "./frame";
import { PictureFrame, percent } from "./picture-frame";

interface Props {
	picture: TciPicture;
	/** Nine numbers to write on the cells. */
	scores: readonly number[] | null;
	/** Cells whose score is uncertain; none when left out. */
	uncertain?: readonly number[];
	outline: boolean;
	/** The outline as an expert corrected it. */
	drawn?: readonly number[][] | null;
	selected: number | null;
	onSelect: (cell: number) => void;
	/** The frame of the cells; where the AI saw them when left out. */
	grid?: Grid;
	/** Lies over the photo. */
	children?: ReactNode;
}

/** The photo with the tongue's outline, the 3x3 grid and its scores. */
export function TonguePhoto({
	picture,
	scores,
	uncertain = [],
	outline,
	drawn,
	selected,
	onSelect,
	grid,
	children,
}: Props) {
	return (
		<PictureFrame
			picture={picture}
			outline={outline}
			drawn={drawn}
			maxHeight={`${outline || scores ? 68 : 46}dvh`}
			inside={(size, view) =>
				scores ? (
					<Cells
						grid={grid ?? gridOf(picture, view)}
						size={size}
						scores={scores}
						uncertain={uncertain}
						selected={selected}
						onSelect={onSelect}
					/>
				) : null
			}
		>
			{children}
		</PictureFrame>
	);
}

/** Where the frame of the cells lies, turned as the tongue is. */
export function frameStyle(grid: Grid, size: Size): CSSProperties {
	return {
		left: percent(grid.left, size.width),
		top: percent(grid.top, size.height),
		width: percent(grid.width, size.width),
		height: percent(grid.height, size.height),
		rotate: `${grid.angle}deg`,
	};
}

interface CellsProps {
	grid: Grid;
	size: Size;
	scores: readonly number[];
	uncertain: readonly number[];
	selected: number | null;
	onSelect: (cell: number) => void;
}

/** The nine cells in their frame; the digits stay upright. */
function Cells({ grid, size, scores, uncertain, selected, onSelect }: CellsProps) {
	const { t } = useTranslation("tongue");
	const labelOf = useCellLabel(scores, uncertain);
	return (
		<fieldset className="absolute min-w-0" style={frameStyle(grid, size)}>
			<legend className="sr-only">{t("photo.cellsTitle")}</legend>
			<GridLines />
			<div className="absolute inset-0 grid grid-cols-3 grid-rows-3">
				{CELLS.map((cell) => (
					<button
						key={cell}
						type="button"
						aria-label={labelOf(cell)}
						aria-pressed={selected === cell}
						onClick={() => onSelect(cell)}
						className="grid min-h-6 min-w-6 place-items-center rounded-[8px] transition-colors hover:bg-white/10 focus-visible:outline-outline aria-pressed:bg-white/20"
					>
						<CellDigit score={scores[cell]} angle={grid.angle} isUncertain={uncertain.includes(cell)} />
					</button>
				))}
			</div>
		</fieldset>
	);
}

function GridLines() {
	return (
		<svg
			viewBox="0 0 3 3"
			preserveAspectRatio="none"
			aria-hidden="true"
			className="pointer-events-none absolute inset-0 size-full"
		>
			<path
				d="M1 0V3M2 0V3M0 1H3M0 2H3"
				fill="none"
				stroke="#fff"
				strokeOpacity="0.7"
				strokeWidth="1.4"
				strokeDasharray="4 4"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}
