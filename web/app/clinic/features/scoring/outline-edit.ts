import type { Size } from "~/domain/tongue/frame";

/** A corner of an outline: x and y in pixels of the picture. */
export type Vertex = readonly [number, number];
export type Outline = readonly Vertex[];

/** The server's limits. */
export const MIN_CORNERS = 8;
export const MAX_CORNERS = 128;

const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const nextIndex = (outline: Outline, at: number) => (at + 1) % outline.length;

/** Converts the server's points to corners. */
export const outlineOf = (points: readonly (readonly number[])[]): Outline =>
	points.map(([x = 0, y = 0]) => [x, y] as const);

/** The AI's outline: its points in the order of their index. */
export const readOutline = (splition: Record<string, number[]>): Outline =>
	outlineOf(
		Object.entries(splition)
			.sort(([a], [b]) => Number(a) - Number(b))
			.map(([, point]) => point),
	);

/**
 * Moves a corner, clamped to the picture. Corners within `reach` pixels along the line follow it, less the farther they
 * are, so that a dense line stays smooth.
 */
export function moveCorner(outline: Outline, at: number, [x, y]: Vertex, size: Size, reach = 0): Outline {
	const from = outline[at];
	if (!from) return outline;
	const clampTo = (value: number, end: number) => roundToTenth(Math.min(end, Math.max(0, value)));
	const far = distancesAlong(outline, at);
	return outline.map((each, index) => {
		const away = far[index] ?? 0;
		if (index !== at && away >= reach) return each;
		const share = index === at ? 1 : (1 + Math.cos((Math.PI * away) / reach)) / 2;
		return [
			clampTo(each[0] + (x - from[0]) * share, size.width),
			clampTo(each[1] + (y - from[1]) * share, size.height),
		] as const;
	});
}

/** Distance of every corner from one of them along the line, the shorter way round. */
function distancesAlong(outline: Outline, at: number): readonly number[] {
	const far = outline.map(() => Number.POSITIVE_INFINITY);
	for (const way of [1, -1]) {
		let [along, last] = [0, at];
		for (let step = 0; step < outline.length; step += 1) {
			const index = (at + way * step + outline.length * 2) % outline.length;
			along += distance(outline[last] ?? [0, 0], outline[index] ?? [0, 0]);
			far[index] = Math.min(far[index] ?? along, along);
			last = index;
		}
	}
	return far;
}

/** Inserts a corner on the side after `at`: at `where`, or in the middle of the side. */
export function insertCorner(outline: Outline, at: number, where?: Vertex): Outline {
	const [a, b] = [outline[at], outline[nextIndex(outline, at)]];
	if (!a || !b || outline.length >= MAX_CORNERS) return outline;
	const corner: Vertex = where ?? [roundToTenth((a[0] + b[0]) / 2), roundToTenth((a[1] + b[1]) / 2)];
	return [...outline.slice(0, at + 1), corner, ...outline.slice(at + 1)];
}

export const removeCorner = (outline: Outline, at: number): Outline =>
	outline.length > MIN_CORNERS ? outline.filter((_, index) => index !== at) : outline;

const distance = (a: Vertex, b: Vertex) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The corner nearest to a point, or null if none is within `reach`. */
export function cornerAt(outline: Outline, place: Vertex, reach: number): number | null {
	let [best, least]: [number | null, number] = [null, reach];
	outline.forEach((corner, at) => {
		const far = distance(corner, place);
		if (far <= least) [best, least] = [at, far];
	});
	return best;
}

/** The side nearest to a point, as the index of its first corner and the nearest point on it. Null if none is within `reach`. */
export function sideAt(outline: Outline, place: Vertex, reach: number): [number, Vertex] | null {
	let [best, least]: [[number, Vertex] | null, number] = [null, reach];
	outline.forEach((a, at) => {
		const b = outline[nextIndex(outline, at)] ?? a;
		const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
		const along = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
		const share = Math.min(1, Math.max(0, along));
		const on: Vertex = [roundToTenth(a[0] + share * dx), roundToTenth(a[1] + share * dy)];
		const far = distance(on, place);
		if (far <= least) [best, least] = [[at, on], far];
	});
	return best;
}

/** The sign tells on which side of the line from a to b the point lies; 0 on the line. */
const orientation = (a: Vertex, b: Vertex, p: Vertex) =>
	(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

function segmentsIntersect(a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean {
	const [one, two, three, four] = [
		orientation(a, b, c),
		orientation(a, b, d),
		orientation(c, d, a),
		orientation(c, d, b),
	];
	if (one === 0 && two === 0) {
		const isDisjoint = (at: 0 | 1) =>
			Math.max(a[at], b[at]) < Math.min(c[at], d[at]) || Math.max(c[at], d[at]) < Math.min(a[at], b[at]);
		return !(isDisjoint(0) || isDisjoint(1));
	}
	return one * two <= 0 && three * four <= 0;
}

/** Whether two adjacent sides fold back on each other, or one has no length. */
const foldsBack = (a: Vertex, corner: Vertex, d: Vertex) =>
	orientation(a, corner, d) === 0 &&
	(a[0] - corner[0]) * (d[0] - corner[0]) + (a[1] - corner[1]) * (d[1] - corner[1]) >= 0;

/** Whether the outline crosses or touches itself. The server rejects such outlines. */
export function isSelfIntersecting(outline: Outline): boolean {
	const count = outline.length;
	const sideOf = (at: number) => [outline[at % count], outline[(at + 1) % count]] as [Vertex, Vertex];
	for (let one = 0; one < count; one += 1) {
		const [a, b] = sideOf(one);
		if (foldsBack(a, b, sideOf(one + 1)[1])) return true;
		for (let other = one + 2; other < count; other += 1) {
			if ((other + 1) % count === one) continue;
			const [c, d] = sideOf(other);
			if (segmentsIntersect(a, b, c, d)) return true;
		}
	}
	return false;
}
