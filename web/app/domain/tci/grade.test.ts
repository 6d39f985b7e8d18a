import { describe, expect, it } from "vitest";
import { aiResult, picture, tciOf } from "../../../mocks/db";
import { countedScores, isPending, levelOf, percentOf, resultDate, scoresOf, statusName } from "./grade";

const AI = [1, 2, 2, 0, 1, 1, 0, 0, 0];
const EXPERT = [2, 2, 2, 2, 2, 2, 2, 2, 2];

function complete() {
	const tci = tciOf(9, "2026-11-20", AI);
	tci.status = 2;
	tci.tciPicture = {
		...picture(AI, tci.shootingAt),
		score: { scores: EXPERT, createdAt: "2026-11-21T00:00:00Z" },
	};
	return tci;
}

describe("the index", () => {
	it("index_is_the_sum_out_of_eighteen", () => {
		expect(percentOf(AI)).toBe(39);
		expect(percentOf(EXPERT)).toBe(100);
		expect(percentOf(new Array(9).fill(0))).toBe(0);
	});

	it.each([
		[0, "good"],
		[29, "good"],
		[30, "caution"],
		[59, "caution"],
		[60, "alert"],
		[100, "alert"],
	])("level_of_%i_percent_is_%s", (percent, level) => {
		expect(levelOf(percent)).toBe(level);
	});
});

describe("which scores count", () => {
	// None count before the photo is read.
	it("ai_scores_count_until_the_expert_releases", () => {
		expect(countedScores(tciOf(1, "2026-11-20", AI))).toEqual(AI);
		expect(countedScores(complete())).toEqual(EXPERT);
		expect(countedScores(tciOf(1, "2026-11-20", null))).toBeNull();
	});

	it("expert_scores_are_hidden_until_released", () => {
		const tci = complete();
		expect(scoresOf(tci, "expert")).toEqual(EXPERT);
		expect(scoresOf({ ...tci, status: 1 }, "expert")).toBeNull();
	});
});

describe("the result's date", () => {
	it("result_date_depends_on_the_view", () => {
		const tci = complete();
		expect(resultDate(tci, "ai")).toBe(aiResult(AI, tci.shootingAt).createdAt);
		expect(resultDate(tci, "expert")).toBe("2026-11-21T00:00:00Z");
		expect(resultDate({ ...tci, status: 1 }, "expert")).toBe("");
		expect(resultDate({ ...tci, tciPicture: null }, "ai")).toBeNull();
	});
});

it("failed_analysis_is_not_pending", () => {
	const tci = tciOf(1, "2026-11-20", null);
	const failed = { ...tci, failure: { code: "blurred", message: "" } };
	expect([isPending(tci), statusName(tci)]).toEqual([true, "pending"]);
	expect([isPending(failed), statusName(failed)]).toEqual([false, "failed"]);
});
