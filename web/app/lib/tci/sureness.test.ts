import { expect, it } from "vitest";
import { tciOf } from "../../../mocks/db";
import { sureness } from "./sureness";

function told(confidences: number[]) {
	const tci = tciOf(1, "2026-11-20", [1, 1, 1, 1, 1, 1, 1, 1, 1]);
	const ai = tci.tciPicture?.aiResult;
	if (ai) ai.confidences = confidences;
	return sureness(tci);
}

it("names the cells that are more likely wrong than right", () => {
	expect(told([0.9, 0.9, 0.49, 0.9, 0.5, 0.9, 0.9, 0.9, 0.3])).toMatchObject({
		unsure: [2, 8],
		isWhole: false,
	});
	expect(told(Array(9).fill(0.9))).toEqual({ mean: expect.closeTo(0.9), unsure: [], isWhole: false });
});

it("doubts the whole where about every third cell is wrong", () => {
	expect(told(Array(9).fill(0.64)).isWhole).toBe(true);
	expect(told(Array(9).fill(0.66)).isWhole).toBe(false);
});

it("doubts nothing where nothing was read", () => {
	expect(sureness(tciOf(1, "2026-11-20", null))).toEqual({ mean: 1, unsure: [], isWhole: false });
});
