import { expect, test } from "vitest";
import { phoneNumber } from "./format";

test.each([
	["0212345678", "02-1234-5678"],
	["021234567", "02-123-4567"],
	["0311234567", "031-123-4567"],
	["01012345678", "010-1234-5678"],
	["15881234", "1588-1234"],
	["02-1234-5678", "02-1234-5678"],
	["", ""],
])("writes %s as %s", (digits, written) => {
	expect(phoneNumber(digits)).toBe(written);
});
