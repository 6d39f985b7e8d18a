import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tongue.json";
import { changeOf, findingOf } from "./explain";

bundleKo("tongue", ko);

describe("the finding", () => {
	it.each([
		[[0, 0, 0, 0, 0, 0, 0, 0, 0], "clean"],
		[[0, 1, 0, 0, 0, 0, 0, 0, 0], "back.thin"],
		[[1, 2, 2, 0, 1, 1, 0, 0, 0], "back.thick"],
		[[0, 0, 0, 1, 1, 1, 0, 0, 0], "middle.thin"],
		[[0, 0, 0, 0, 1, 0, 2, 2, 0], "front.thick"],
		[[1, 1, 1, 1, 1, 1, 1, 1, 1], "whole.thin"],
		[[2, 2, 2, 2, 2, 2, 2, 2, 2], "whole.thick"],
	])("finding_of_%j_is_%s", (scores, expected) => {
		expect(findingOf(scores)).toBe(expected);
	});
});

describe("the change", () => {
	const now = [1, 2, 2, 0, 1, 1, 0, 0, 0];

	it("change_reads_as_one_sentence", () => {
		const before = [2, 2, 2, 1, 1, 1, 0, 0, 0];
		const moved = changeOf(now, before);
		expect(moved).toEqual({ kind: "better", before: 50, points: 11 });
		expect(i18next.t("tongue:explain.better", moved)).toBe("설태가 11%p 줄었어요 (지난번\u00a050%).");
	});

	it("change_can_be_worse_same_or_first", () => {
		expect(changeOf(now, [0, 0, 0, 0, 0, 0, 0, 0, 0]).kind).toBe("worse");
		expect(changeOf(now, now).kind).toBe("same");
		expect(changeOf(now, null)).toEqual({ kind: "first" });
	});
});
