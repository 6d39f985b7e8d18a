import type { Rect, TciPicture } from "~/shared/api/types";
import { FRAMING } from "./picture-view";

export interface Size {
	width: number;
	height: number;
}

interface Point {
	x: number;
	y: number;
}

const clamp = (start: number, max: number) => Math.max(0, Math.min(start, max));

type Sized = Pick<TciPicture, "width" | "height">;

function squareAround(grid: Rect, { width, height }: Sized): Rect {
	const wanted = Math.max(grid.width, grid.height) * (1 + FRAMING.margin);
	const side = Math.min(wanted, width ?? wanted, height ?? wanted);
	return {
		left: clamp(grid.left + grid.width / 2 - side / 2, (width ?? Number.POSITIVE_INFINITY) - side),
		top: clamp(grid.top + grid.height / 2 - side / 2, (height ?? Number.POSITIVE_INFINITY) - side),
		width: side,
		height: side,
	};
}

/** A square around the tongue, so that it looks about equally large in every photo; undefined if no tongue was found. */
export function tongueView(picture: TciPicture): Rect | undefined {
	const grid = picture.aiResult?.grid;
	return grid && squareAround(grid, picture);
}

/**
 * A square of a photo to compare it with another: around the outline, an expert's or the AI's, or else the middle of
 * the crop or of the whole photo. Undefined while the size of the photo is unknown.
 */
export function squareView(picture: TciPicture): Rect | undefined {
	const { coordinates: crop, width, height } = picture;
	const grid = expertGrid({ ...picture, coordinates: null });
	if (grid) return squareAround(grid, picture);
	const part = crop ?? (width && height ? { left: 0, top: 0, width, height } : undefined);
	if (!part) return undefined;
	const side = Math.min(part.width, part.height);
	return {
		left: part.left + (part.width - side) / 2,
		top: part.top + (part.height - side) / 2,
		width: side,
		height: side,
	};
}

/** The bounding box of the cells in pixels of the picture, rotated by `angle` about its center. */
export type Grid = Rect & { angle: number };

/** The grid to draw: the AI's, or a box in the middle of the view if there is none. */
export function gridOf(picture: TciPicture, view: Rect): Grid {
	const grid = picture.aiResult?.grid;
	if (grid) return grid;
	return {
		left: view.left + view.width * 0.2,
		top: view.top + view.height * 0.2,
		width: view.width * 0.6,
		height: view.height * 0.6,
		angle: 0,
	};
}

/** The picture as the AI read it, without the expert's crop. */
export const withoutCrop = (picture: TciPicture): TciPicture => ({ ...picture, coordinates: null });

/** The upright bounding box of an outline. */
function boxOf(outline: readonly (readonly number[])[]): Grid {
	const xs = outline.map(([x = 0]) => x);
	const ys = outline.map(([, y = 0]) => y);
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top, angle: 0 };
}

const CROP_MARGIN = 0.04;

/**
 * The expert's grid. It is the bounding box of the outline, corrected or the AI's, independent of the crop; without an
 * outline it is the crop.
 */
export function expertGrid({ expertOutline, aiResult, coordinates: crop }: TciPicture): Grid | undefined {
	if (expertOutline && expertOutline.length > 0) return boxOf(expertOutline);
	if (aiResult) return aiResult.grid;
	if (!crop) return undefined;
	const margin = crop.width * CROP_MARGIN;
	return {
		left: crop.left + margin,
		top: crop.top + margin,
		width: crop.width - 2 * margin,
		height: crop.height - 2 * margin,
		angle: 0,
	};
}

/** Intersection over union of the same cell in two grids. */
function overlapOf(a: Grid, b: Grid, cell: number): number {
	const [row, column] = [Math.floor(cell / 3), cell % 3];
	const sideOf = ({ left, width, top, height }: Grid, along: "x" | "y") => {
		const [start, length, at] = along === "x" ? [left, width / 3, column] : [top, height / 3, row];
		return [start + length * at, start + length * (at + 1)] as const;
	};
	const overlapAlong = (along: "x" | "y") => {
		const [[a1, a2], [b1, b2]] = [sideOf(a, along), sideOf(b, along)];
		return Math.max(0, Math.min(a2, b2) - Math.max(a1, b1));
	};
	const shared = overlapAlong("x") * overlapAlong("y");
	return shared / ((a.width * a.height + b.width * b.height) / 9 - shared || 1);
}

/** Cells whose overlap is smaller are not at the same place of the tongue. */
const MIN_CELL_OVERLAP = 0.8;

/** Whether a cell is at the same place in both grids. */
export function isSamePlace(a: Grid | undefined, b: Grid | undefined, cell: number): boolean {
	return a && b ? overlapOf(a, b, cell) >= MIN_CELL_OVERLAP : a === b;
}

/** The smallest part of the picture that contains both. */
export function unionOf(a: Rect, b: Rect, size: Size): Rect {
	const left = Math.max(0, Math.min(a.left, b.left));
	const top = Math.max(0, Math.min(a.top, b.top));
	const right = Math.min(size.width, Math.max(a.left + a.width, b.left + b.width));
	const bottom = Math.min(size.height, Math.max(a.top + a.height, b.top + b.height));
	return { left, top, width: right - left, height: bottom - top };
}

/** The points of an outline by index. */
export type Line = Record<string, number[]> | readonly number[][];

/** The outline as an SVG path: a quadratic spline through its points, in the order of their index. */
export function outlinePath(line: Line): string {
	const points = Object.entries(line)
		.sort(([a], [b]) => Number(a) - Number(b))
		.map(([, [x = 0, y = 0]]) => ({ x, y }));
	const last = points.at(-1);
	if (!last) return "";
	const round = (value: number) => Math.round(value * 10) / 10;
	const midpoint = (a: Point, b: Point) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
	const curves = points.map((point, at) => {
		const after = points[(at + 1) % points.length] ?? point;
		return `Q${point.x} ${point.y} ${midpoint(point, after)}`;
	});
	return points[0] ? `M${midpoint(last, points[0])}${curves.join("")}Z` : "";
}
