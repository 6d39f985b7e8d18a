import type { Rect, TciPicture } from "~/lib/api/types";

export interface Size {
	width: number;
	height: number;
}

interface Point {
	x: number;
	y: number;
}

/** Below this share of the picture's width the tongue is brought nearer. */
const SMALL = 0.5;
const MARGIN = 0.42;

/** The part of the picture to show: the crop, or the surroundings of a small tongue, or all of it. */
export function viewOf(picture: TciPicture, size: Size): Rect {
	if (picture.coordinates) return picture.coordinates;
	const whole = { left: 0, top: 0, width: size.width, height: size.height };
	const grid = picture.aiResult?.grid;
	if (!grid || grid.width >= size.width * SMALL) return whole;
	const side = Math.min(size.width, size.height, Math.max(grid.width, grid.height) * (1 + 2 * MARGIN));
	const clamp = (start: number, length: number) => Math.max(0, Math.min(start, length - side));
	return {
		left: clamp(grid.left + grid.width / 2 - side / 2, size.width),
		top: clamp(grid.top + grid.height / 2 - side / 2, size.height),
		width: side,
		height: side,
	};
}

/** A frame of cells in pixels of the picture, turned by an angle about its middle. */
export type Grid = Rect & { angle: number };

/** The grid to draw: the AI's, or the middle of the view while there is none. */
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

/** The picture as the AI's reading shows it: the square that an expert cut out is not the AI's. */
export const withoutCrop = (picture: TciPicture): TciPicture => ({ ...picture, coordinates: null });

const CROP_MARGIN = 0.04;

/** The expert's grid: on the square that was cut out, else where the AI saw the tongue. */
export function expertGrid(picture: TciPicture): Grid | undefined {
	const crop = picture.coordinates;
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

/** Points of an outline by their index. */
export type Line = Record<string, number[]> | readonly number[][];

/** The outline as an SVG path: a quadratic spline along its points, in the order of their index. */
export function outlinePath(line: Line): string {
	const points = Object.entries(line)
		.sort(([a], [b]) => Number(a) - Number(b))
		.map(([, [x = 0, y = 0]]) => ({ x, y }));
	const last = points.at(-1);
	if (!last) return "";
	const round = (value: number) => Math.round(value * 10) / 10;
	const between = (a: Point, b: Point) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
	const curves = points.map((point, at) => {
		const after = points[(at + 1) % points.length] ?? point;
		return `Q${point.x} ${point.y} ${between(point, after)}`;
	});
	return points[0] ? `M${between(last, points[0])}${curves.join("")}Z` : "";
}
