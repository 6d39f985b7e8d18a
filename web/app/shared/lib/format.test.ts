import { afterEach, expect, test, vi } from "vitest";
import { formatPhone, koreanDate, maskEmail, maskPhone } from "./format";

afterEach(() => vi.unstubAllEnvs());

test.each(["Asia/Seoul", "UTC", "America/Los_Angeles"])("dates_are_korean_with_a_clock_in_%s", (zone) => {
	vi.stubEnv("TZ", zone);
	expect(koreanDate("2026-11-25T15:30:00Z")).toBe("2026-11-26");
	expect(koreanDate("2026-11-25T14:59:59Z")).toBe("2026-11-25");
});

test.each([null, undefined, "", "never"])("date_without_a_time_is_empty: %s", (time) => {
	expect(koreanDate(time)).toBe("");
});

test.each([
	["0212345678", "02-1234-5678"],
	["021234567", "02-123-4567"],
	["0311234567", "031-123-4567"],
	["01012345678", "010-1234-5678"],
	["15881234", "1588-1234"],
	["02-1234-5678", "02-1234-5678"],
	["", ""],
])("phone_number_is_written_with_hyphens: %s, %s", (digits, written) => {
	expect(formatPhone(digits)).toBe(written);
});

test.each([
	["01012345678", "010-****-5678"],
	["0111234567", "011-***-4567"],
])("phone_number_is_masked: %s, %s", (digits, written) => {
	expect(maskPhone(digits)).toBe(written);
});

test("email_is_masked_after_its_first_letter", () => {
	expect(maskEmail("haneul.kim@example.com")).toBe("h***@example.com");
	expect(maskEmail("h@example.com")).toBe("h***@example.com");
});
