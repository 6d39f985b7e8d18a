import { expect, it } from "vitest";
import ko from "~/locales/ko/tongue.json";
import { adviceOf } from "./advice";

it.each([
	[[0, 0, 0, 0, 0, 0, 0, 0, 0], ["keep"]],
	[[1, 1, 1, 0, 0, 0, 0, 0, 0], ["back.thin"]],
	[
		[1, 2, 2, 0, 1, 1, 0, 0, 0],
		["back.thick", "gentle"],
	],
	[
		[2, 1, 0, 1, 0, 0, 0, 0, 0],
		["back.thick", "oneSided.left", "gentle"],
	],
	[
		[0, 0, 1, 0, 0, 1, 0, 0, 1],
		["back.thin", "oneSided.right"],
	],
	[
		[2, 2, 2, 2, 2, 2, 2, 2, 2],
		["whole.thick", "gentle", "dentist"],
	],
])("advice_for_%j_is_%j", (scores, advice) => {
	expect(adviceOf(scores)).toEqual(advice);
});

it("each_place_has_advice_texts", () => {
	expect(Object.keys(ko.advice)).toEqual(
		expect.arrayContaining(["back", "middle", "front", "whole", "keep"]),
	);
});
