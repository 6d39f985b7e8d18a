import { describe, expect, it } from "vitest";
import { picture } from "../../../mocks/db";
import { expertGrid, isSamePlace, outlinePath, squareView, tongueView, withoutCrop } from "./frame";
import { viewOf } from "./picture-view";

const SIZE = { width: 768, height: 1024 };

describe("the part of the picture that is shown", () => {
	const read = picture([0, 0, 0, 0, 0, 0, 0, 0, 0], "2026-11-20T00:00:00Z");

	it("view_is_the_crop_where_there_is_one", () => {
		const crop = { left: 10, top: 20, width: 300, height: 300 };
		expect(viewOf({ ...read, coordinates: crop }, SIZE)).toEqual(crop);
	});

	it("view_of_unread_photo_is_the_whole_picture", () => {
		expect(viewOf({ ...read, aiResult: null }, SIZE)).toEqual({ left: 0, top: 0, ...SIZE });
	});

	it("view_of_small_tongue_is_inside_the_picture", () => {
		const view = viewOf(read, SIZE);
		expect(view.width).toBe(view.height);
		expect(view.left).toBeGreaterThanOrEqual(0);
		expect(view.top + view.height).toBeLessThanOrEqual(SIZE.height);
		expect(view.top).toBeLessThanOrEqual(260);
	});
});

it("tongue_view_stays_inside_the_picture", () => {
	const read = picture([0, 0, 0, 0, 0, 0, 0, 0, 0], "2026-11-20T00:00:00Z");
	const grid = { left: 198, top: 30, width: 372, height: 564, angle: 0 };
	const near = read.aiResult && { ...read, aiResult: { ...read.aiResult, grid } };
	expect(near && tongueView(near)).toEqual({ left: 0, top: 0, width: 768, height: 768 });
	const small = { ...grid, left: 600, width: 100, height: 100, top: 500 };
	const far = read.aiResult && { ...read, aiResult: { ...read.aiResult, grid: small } };
	expect(far && tongueView(far)).toEqual({ left: 579, top: 479, width: 142, height: 142 });
});

describe("square_view", () => {
	const read = picture([0, 0, 0, 0, 0, 0, 0, 0, 0], "2026-11-20T00:00:00Z");
	const crop = { left: 100, top: 200, width: 500, height: 400 };

	it("square_view_follows_a_corrected_outline", () => {
		const expertOutline = [
			[300, 400],
			[400, 400],
			[400, 500],
			[300, 500],
		];
		const side = 142;
		expect(squareView({ ...read, expertOutline, coordinates: crop })).toEqual({
			left: 350 - side / 2,
			top: 450 - side / 2,
			width: side,
			height: side,
		});
	});

	it("square_view_is_tongue_view_if_not_corrected", () =>
		expect(squareView({ ...read, coordinates: crop })).toEqual(tongueView(read)));

	it("square_view_is_the_middle_without_an_outline", () => {
		const unread = { ...read, aiResult: null };
		expect(squareView(unread)).toEqual({ left: 0, top: 128, width: 768, height: 768 });
		expect(squareView({ ...unread, coordinates: crop })).toEqual({
			left: 150,
			top: 200,
			width: 400,
			height: 400,
		});
	});

	it("square_view_is_unknown_without_a_size", () =>
		expect(squareView({ ...read, aiResult: null, width: null, height: null })).toBeUndefined());
});

describe("the outline", () => {
	it("outline_runs_in_the_order_of_the_index", () => {
		const splition = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [String(at), [at, at]]));
		const corners = [...outlinePath(splition).matchAll(/Q(\d+) /g)].map(([, x]) => Number(x));
		expect(corners).toEqual(Array.from({ length: 12 }, (_, at) => at));
	});

	it("outline_bends_at_points_and_passes_middles", () => {
		const square = { 0: [0, 0], 1: [10, 0], 2: [10, 10], 3: [0, 10] };
		expect(outlinePath(square)).toBe("M0 5Q0 0 5 0Q10 0 10 5Q10 10 5 10Q0 10 0 5Z");
	});

	it("outline_without_points_is_empty", () => expect(outlinePath({})).toBe(""));
});

describe("the expert's grid", () => {
	const read = picture([0, 0, 0, 0, 0, 0, 0, 0, 0], "2026-11-20T00:00:00Z");
	const coordinates = { left: 100, top: 200, width: 500, height: 500 };

	it("grid_is_by_the_ai_despite_a_crop", () => {
		expect(expertGrid({ ...read, coordinates })).toEqual(read.aiResult?.grid);
	});

	it("grid_is_the_box_of_a_corrected_outline", () => {
		const expertOutline = [
			[120, 300],
			[400, 250],
			[380, 900],
		];
		const box = { left: 120, top: 250, width: 280, height: 650, angle: 0 };
		expect(expertGrid({ ...read, coordinates, expertOutline })).toEqual(box);
	});

	it("grid_without_an_outline_lies_on_the_crop", () => {
		const lying = { left: 120, top: 220, width: 460, height: 460, angle: 0 };
		expect(expertGrid({ ...read, aiResult: null, coordinates })).toEqual(lying);
	});

	it("moved_grid_cells_are_detected", () => {
		const grid = { left: 100, top: 100, width: 300, height: 300, angle: 0 };
		const longer = { ...grid, height: 390 };
		expect([0, 3, 6].map((cell) => isSamePlace(grid, longer, cell))).toEqual([false, false, false]);
		expect([0, 4, 8].map((cell) => isSamePlace(grid, { ...grid, height: 309 }, cell))).toEqual([
			true,
			true,
			true,
		]);
		expect(isSamePlace(undefined, grid, 0)).toBe(false);
	});

	it("ai_view_ignores_the_crop", () => {
		expect(withoutCrop({ ...read, coordinates }).coordinates).toBeNull();
	});
});
