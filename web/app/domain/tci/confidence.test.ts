import { expect, it } from "vitest";
import { tciOf } from "../../../mocks/db";
import { confidenceOf } from "./confidence";

function withConfidences(confidences: number[]) {
	const tci = tciOf(1, "2026-11-20", [1, 1, 1, 1, 1, 1, 1, 1, 1]);
	const ai = tci.tciPicture?.aiResult;
	if (ai) ai.confidences = confidences;
	return confidenceOf(tci);
}

it("counts a cell as uncertain below the limit, not at it", () => {
	expect(withConfidences([0.9, 0.9, 0.64, 0.9, 0.65, 0.9, 0.9, 0.9, 0.3])).toMatchObject({
		uncertain: [2, 8],
		isMostlyUncertain: false,
	});
	expect(withConfidences(Array(9).fill(0.9))).toEqual({
		mean: expect.closeTo(0.9),
		uncertain: [],
		isMostlyUncertain: false,
	});
});

it("needs five uncertain cells for most of them", () => {
	const low = (count: number) => Array.from({ length: 9 }, (_, cell) => (cell < count ? 0.6 : 0.9));
	expect(withConfidences(low(4)).isMostlyUncertain).toBe(false);
	expect(withConfidences(low(5)).isMostlyUncertain).toBe(true);
});

it("finds nothing uncertain where nothing was read", () => {
	const unread = confidenceOf(tciOf(1, "2026-11-20", null));
	expect(unread).toEqual({ mean: 1, uncertain: [], isMostlyUncertain: false });
});
