import { type GenericSchema, safeParse } from "valibot";
import { expect, it, vi } from "vitest";
import { addressFields, type InfoValues, infoFields, type PayoutValues, payoutFields } from "./schema";

const rules = { ...infoFields, ...payoutFields(1) };
type Field = keyof InfoValues | keyof PayoutValues;

/** The name of the first rule that a value fails. */
function firstFailing(schema: GenericSchema<string, unknown>, value: string): string | null {
	const result = safeParse(schema, value, { abortPipeEarly: true });
	return result.success ? null : result.issues[0].message;
}

it.each<[Field, string, boolean]>([
	["accidentType", "dental", true],
	["accidentType", "", false],
	["accidentType", "war", false],
	["onsetDate", "2026-02-28", true],
	["onsetDate", "2026-02-30", false],
	["onsetDate", "", false],
	["reason", "충치", true],
	["reason", "   ", false],
	["reason", "가".repeat(1001), false],
	["insuredName", "", false],
	["residentFront", "910412", true],
	["residentFront", "91041", false],
	["residentFront", "9104123", false],
	["residentFront", "91041a", false],
	["residentBack", "2", true],
	["residentBack", "", false],
	["residentBack", "2123456", false],
	["mobile", "010-1234-5678", true],
	["mobile", "0212345678", true],
	["mobile", "010123456", false],
	["mobile", "0101234567a", false],
	["bankName", "", false],
	["accountNumber", "110-123 456789", true],
	["accountNumber", "110a123", false],
	["accountNumber", "", false],
	["accountNumber", "1".repeat(21), false],
	["depositor", " ", false],
])("field_%s_with_%j_is_valid_%s", (field, value, taken) => {
	vi.useFakeTimers({ now: new Date(2026, 10, 21, 12), toFake: ["Date"] });
	expect(firstFailing(rules[field], value)).toBe(taken ? null : field);
	vi.useRealTimers();
});

it("onset_date_is_valid_up_to_today", () => {
	vi.useFakeTimers({ now: new Date(2026, 10, 21, 9), toFake: ["Date"] });
	expect(safeParse(rules.onsetDate, "2026-11-21").success).toBe(true);
	expect(safeParse(rules.onsetDate, "2026-11-22").success).toBe(false);
	vi.useRealTimers();
});

// Some tenants require all seven last digits, others the first of them.
it("full_resident_number_needs_seven_digits", () => {
	const full = payoutFields(7);
	expect(safeParse(full.residentBack, "2123456").success).toBe(true);
	expect(safeParse(full.residentBack, "2").success).toBe(false);
});

it("letter_needs_postcode_and_address_only", () => {
	expect(firstFailing(addressFields.zipcode, "0452")).toBe("zipcode");
	expect(firstFailing(addressFields.zipcode, "04524")).toBeNull();
	expect(firstFailing(addressFields.address, "")).toBe("address");
	expect(firstFailing(addressFields.addressDetail, "")).toBeNull();
});
