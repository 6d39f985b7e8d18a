import { expect, test } from "vitest";
import { formatPhone, maskEmail, maskPhone } from "./format";

test.each([
	["0212345678", "02-1234-5678"],
	["021234567", "02-123-4567"],
	["0311234567", "031-123-4567"],
	["01012345678", "010-1234-5678"],
	["15881234", "1588-1234"],
	["02-1234-5678", "02-1234-5678"],
	["", ""],
])("writes %s as %s", (digits, written) => {
	expect(formatPhone(digits)).toBe(written);
});

test.each([
	["01012345678", "010-****-5678"],
	["0111234567", "011-***-4567"],
])("masks %s as %s", (digits, written) => {
	expect(maskPhone(digits)).toBe(written);
});

test("masks all of a mail address that stands before the @ but its first letter", () => {
	expect(maskEmail("haneul.kim@example.com")).toBe("h***@example.com");
	expect(maskEmail("h@example.com")).toBe("h***@example.com");
});
