import { expect, it } from "vitest";
import {
	cornerAt,
	insertCorner,
	isSelfIntersecting,
	moveCorner,
	type Outline,
	readOutline,
	removeCorner,
	sideAt,
	type Vertex,
} from "./outline-edit";

const SIZE = { width: 100, height: 100 };
/** Corners on a circle about (50, 50). */
const ring = (count: number): Outline =>
	Array.from({ length: count }, (_, at): Vertex => {
		const angle = (at * 2 * Math.PI) / count;
		return [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)];
	});
const swapCorners = (outline: Outline, a: number, b: number) =>
	outline.map((corner, at) => (at === a ? outline[b] : at === b ? outline[a] : corner)) as Outline;
const withCorner = (outline: Outline, at: number, corner: Vertex) =>
	outline.map((each, index) => (index === at ? corner : each));

it("moved_corner_stays_inside_the_picture", () => {
	expect(moveCorner(ring(8), 2, [30.26, 12], SIZE)[2]).toEqual([30.3, 12]);
	expect(moveCorner(ring(8), 2, [-5, 300], SIZE)[2]).toEqual([0, 100]);
});

// The further away a corner is, the less it moves.
it("moved_corner_takes_near_corners_along", () => {
	const outline = ring(40);
	const next = moveCorner(outline, 0, [95, 50], SIZE, 20);
	const shift = (at: number) =>
		Math.hypot(
			(next[at]?.[0] ?? 0) - (outline[at]?.[0] ?? 0),
			(next[at]?.[1] ?? 0) - (outline[at]?.[1] ?? 0),
		);
	expect(shift(0)).toBeCloseTo(5, 0);
	expect(shift(1)).toBeGreaterThan(shift(2));
	expect(shift(2)).toBeGreaterThan(shift(3));
	expect(shift(1)).toBeCloseTo(shift(39), 0);
	expect(next.slice(4, 37)).toEqual(outline.slice(4, 37));
});

it("corners_are_added_and_removed_within_limits", () => {
	const outline = ring(8);
	const more = insertCorner(outline, 7);
	expect(more).toHaveLength(9);
	expect(more[8]?.map(Math.round)).toEqual([84, 36]);
	expect(insertCorner(outline, 0, [1, 2])[1]).toEqual([1, 2]);
	expect(insertCorner(ring(128), 0)).toHaveLength(128);
	expect(removeCorner(more, 8)).toEqual(outline);
	expect(removeCorner(outline, 0)).toBe(outline);
});

it("press_finds_the_nearest_corner_and_side", () => {
	const outline: Outline = [
		[0, 0],
		[100, 0],
		[100, 100],
		[0, 100],
	];
	expect(cornerAt(outline, [97, 4], 6)).toBe(1);
	expect(cornerAt(outline, [50, 50], 6)).toBeNull();
	expect(sideAt(outline, [3, 40], 6)).toEqual([3, [0, 40]]);
	expect(sideAt(outline, [50, 50], 6)).toBeNull();
});

it("outline_points_are_read_in_index_order", () => {
	expect(readOutline({ "10": [10, 0], "2": [2, 0], "0": [0, 0] }).map(([x]) => x)).toEqual([0, 2, 10]);
});

it.each([
	["corners that changed places", swapCorners(ring(12), 2, 7)],
	["neighbors that changed places", swapCorners(ring(12), 2, 3)],
	["a corner pulled through the other side", withCorner(ring(12), 0, [5, 50])],
	["a corner on another", withCorner(ring(12), 2, ring(12)[8] as Vertex)],
	["a corner on its neighbor", withCorner(ring(12), 2, ring(12)[3] as Vertex)],
	["the last corner on the first", withCorner(ring(12), 11, ring(12)[0] as Vertex)],
])("self_intersection_is_found: %s", (_what, outline) => {
	expect(isSelfIntersecting(outline)).toBe(true);
});

it("inward_or_straight_lines_do_not_intersect", () => {
	expect(isSelfIntersecting(ring(12))).toBe(false);
	expect(isSelfIntersecting(withCorner(ring(12), 3, [50, 60]))).toBe(false);
	expect(isSelfIntersecting(insertCorner(ring(12), 4))).toBe(false);
});
