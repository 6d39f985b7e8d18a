import { type CSSProperties, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { TciPicture } from "~/shared/api/types";
import { CELLS, CellDigit, useCellLabel } from "./cells";
import { type Grid, gridOf, type Line, outlinePath, type Size } from "./frame";
import { PhotoFrame, percent } from "./photo-frame";

interface Props {
	picture: TciPicture;
	/** The scores to draw on the nine cells. */
	scores: readonly number[] | null;
	/** Whether the cells are shown although nobody scored them yet: faint zeros, which are not named as a score. */
	isUnscored?: boolean;
	/** Cells whose score is uncertain; none by default. */
	uncertain?: readonly number[];
	outline: boolean;
	/** The outline that an expert corrected. */
	correctedOutline?: readonly number[][] | null;
	selected: number | null;
	onSelect: (cell: number) => void;
	/** The grid of the cells; the AI's by default. */
	grid?: Grid;
	/** Rendered on top of the photo. */
	children?: ReactNode;
}

const ZERO_SCORES = [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** The photo with the tongue's outline, the 3x3 grid and its scores. */
export function TonguePhoto({
	picture,
	scores,
	isUnscored = false,
	uncertain = [],
	outline,
	correctedOutline,
	selected,
	onSelect,
	grid,
	children,
}: Props) {
	const digits = isUnscored ? ZERO_SCORES : scores;
	const line = correctedOutline ?? (outline ? (picture.aiResult?.splition ?? null) : null);
	return (
		<PhotoFrame
			picture={picture}
			outline={outline}
			correctedOutline={correctedOutline}
			maxHeight={`${outline || digits ? 68 : 46}dvh`}
			inside={(size, view) =>
				digits ? (
					<>
						<GridLines grid={grid ?? gridOf(picture, view)} size={size} line={line} />
						<Cells
							grid={grid ?? gridOf(picture, view)}
							size={size}
							scores={digits}
							isUnscored={isUnscored}
							uncertain={uncertain}
							selected={selected}
							onSelect={onSelect}
						/>
					</>
				) : null
			}
		>
			{children}
		</PhotoFrame>
	);
}

/** Position and rotation of the grid over the photo. */
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
	isUnscored: boolean;
	uncertain: readonly number[];
	selected: number | null;
	onSelect: (cell: number) => void;
}

/** The nine cells of the grid; the digits stay upright. */
function Cells({ grid, size, scores, isUnscored, uncertain, selected, onSelect }: CellsProps) {
	const { t } = useTranslation("tongue");
	const labelOf = useCellLabel(scores, uncertain);
	return (
		<fieldset className="absolute min-w-0" style={frameStyle(grid, size)}>
			<legend className="sr-only">{t("photo.cellsTitle")}</legend>
			<div className="absolute inset-0 grid grid-cols-3 grid-rows-3">
				{CELLS.map((cell) => (
					<button
						key={cell}
						type="button"
						aria-label={
							isUnscored
								? t("photo.cellDetail", { place: t(`place.${cell}`), word: t("photo.notScored") })
								: labelOf(cell)
						}
						aria-pressed={selected === cell}
						onClick={() => onSelect(cell)}
						className="grid min-h-6 min-w-6 place-items-center rounded-[8px] transition-colors hover:bg-white/10 focus-visible:outline-outline aria-pressed:bg-white/20"
					>
						<CellDigit
							score={scores[cell]}
							angle={grid.angle}
							isUncertain={uncertain.includes(cell)}
							isUnscored={isUnscored}
						/>
					</button>
				))}
			</div>
		</fieldset>
	);
}

interface GridLinesProps {
	grid: Grid;
	size: Size;
	/** The tongue's outline, which clips the lines. */
	line: Line | null;
}

/** The lines between the cells, clipped to the tongue. */
function GridLines({ grid, size, line }: GridLinesProps) {
	const clip = useId();
	const { left, top, width, height, angle } = grid;
	const x = (part: number) => left + (width * part) / 3;
	const y = (part: number) => top + (height * part) / 3;
	const [right, bottom] = [left + width, top + height];
	return (
		<svg
			viewBox={`0 0 ${size.width} ${size.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			className="pointer-events-none absolute inset-0 size-full"
		>
			{line ? (
				<clipPath id={clip}>
					<path d={outlinePath(line)} />
				</clipPath>
			) : null}
			<g clipPath={line ? `url(#${clip})` : undefined}>
				<path
					d={`M${x(1)} ${top}V${bottom}M${x(2)} ${top}V${bottom}M${left} ${y(1)}H${right}M${left} ${y(2)}H${right}`}
					transform={`rotate(${angle} ${left + width / 2} ${top + height / 2})`}
					fill="none"
					stroke="#fff"
					strokeOpacity="0.7"
					strokeWidth="1.4"
					strokeDasharray="4 4"
					vectorEffect="non-scaling-stroke"
				/>
			</g>
		</svg>
	);
}
