import { expect, it } from "vitest";
import { squareOf } from "./crop-sheet";

it.each([
	[
		{ x: 0, y: 128, width: 768, height: 768 },
		{ left: 0, top: 128, width: 768, height: 768 },
	],
	[
		{ x: 100.5, y: 99.4, width: 667.5, height: 667.5 },
		{ left: 101, top: 99, width: 667, height: 667 },
	],
	[
		{ x: 500.6, y: 0.4, width: 267.4, height: 267.4 },
		{ left: 501, top: 0, width: 267, height: 267 },
	],
	[
		{ x: -0.2, y: 0, width: 0.4, height: 0.4 },
		{ left: 0, top: 0, width: 1, height: 1 },
	],
])("%j is kept as the whole pixels %j", (area, square) => {
	expect(squareOf(area)).toEqual(square);
});
