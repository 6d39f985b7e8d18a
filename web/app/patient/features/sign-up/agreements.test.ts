import { describe, expect, it } from "vitest";
import { agreeToAll, ITEMS, isAllAgreed, NO_AGREEMENTS } from "./agreements";

describe("the all-agree box", () => {
	it("all_agree_box_sets_and_clears_every_item", () => {
		expect(ITEMS.every((item) => agreeToAll(true)[item])).toBe(true);
		expect(agreeToAll(false)).toEqual(NO_AGREEMENTS);
	});

	it.each(ITEMS)("all_agree_box_is_unchecked_without_%s", (item) => {
		expect(isAllAgreed(agreeToAll(true))).toBe(true);
		expect(isAllAgreed({ ...agreeToAll(true), [item]: false })).toBe(false);
	});
});
