import { describe, expect, it } from "vitest";
import { agreeToAll, ITEMS, isAllAgreed, NO_AGREEMENTS } from "./agreements";

describe("the all-agree box", () => {
	it("sets and clears every item", () => {
		expect(ITEMS.every((item) => agreeToAll(true)[item])).toBe(true);
		expect(agreeToAll(false)).toEqual(NO_AGREEMENTS);
	});

	it.each(ITEMS)("is checked only while %s is", (item) => {
		expect(isAllAgreed(agreeToAll(true))).toBe(true);
		expect(isAllAgreed({ ...agreeToAll(true), [item]: false })).toBe(false);
	});
});
