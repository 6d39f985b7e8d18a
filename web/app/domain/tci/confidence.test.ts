import { expect, it } from "vitest";
import { tciOf } from "../../../mocks/db";
import { confidenceOf } from "./confidence";

function withConfidences(confidences: number[]) {
	const tci = tciOf(1, "2026-11-20", [1, 1, 1, 1, 1, 1, 1, 1, 1]);
	const ai = tci.tciPicture?.aiResult;
	if (ai) ai.confidences = confidences;
	return confidenceOf(tci);
}

it("cell_is_uncertain_below_the_limit_not_at_it", () => {
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

it("five_uncertain_cells_are_most_of_them", () => {
	const low = (count: number) => Array.from({ length: 9 }, (_, cell) => (cell < count ? 0.6 : 0.9));
	expect(withConfidences(low(4)).isMostlyUncertain).toBe(false);
	expect(withConfidences(low(5)).isMostlyUncertain).toBe(true);
});

it("unread_photo_has_no_uncertain_cells", () => {
	const unread = confidenceOf(tciOf(1, "2026-11-20", null));
	expect(unread).toEqual({ mean: 1, uncertain: [], isMostlyUncertain: false });
});
