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
	it("is the sum out of eighteen", () => {
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
	])("%i%% is %s", (percent, level) => {
		expect(levelOf(percent)).toBe(level);
	});
});

describe("which scores count", () => {
	it("the AI's at status 1, the expert's at status 2, none before", () => {
		expect(countedScores(tciOf(1, "2026-11-20", AI))).toEqual(AI);
		expect(countedScores(complete())).toEqual(EXPERT);
		expect(countedScores(tciOf(1, "2026-11-20", null))).toBeNull();
	});

	it("an expert's are hidden until they are released", () => {
		const tci = complete();
		expect(scoresOf(tci, "expert")).toEqual(EXPERT);
		expect(scoresOf({ ...tci, status: 1 }, "expert")).toBeNull();
	});
});

describe("the result's date", () => {
	it("belongs to the view", () => {
		const tci = complete();
		expect(resultDate(tci, "ai")).toBe(aiResult(AI, tci.shootingAt).createdAt);
		expect(resultDate(tci, "expert")).toBe("2026-11-21T00:00:00Z");
		expect(resultDate({ ...tci, status: 1 }, "expert")).toBe("");
		expect(resultDate({ ...tci, tciPicture: null }, "ai")).toBeNull();
	});
});

it("knows pending from failed", () => {
	const tci = tciOf(1, "2026-11-20", null);
	const failed = { ...tci, failure: { code: "blurred", message: "" } };
	expect([isPending(tci), statusName(tci)]).toEqual([true, "pending"]);
	expect([isPending(failed), statusName(failed)]).toEqual([false, "failed"]);
});
