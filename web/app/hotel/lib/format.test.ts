import { expect, it } from "vitest";
import { roundUp } from "~/hotel/features/environment/bar-chart";
import { formatAgo, formatVolume, formatWeight, formatWon, shiftMonth } from "./format";

it.each([
	[0, "0 ml"],
	[850, "850 ml"],
	[1_000, "1 L"],
	[118_250, "118.3 L"],
	[-2_000, "-2 L"],
])("volume_of_%i_ml_is_written_%s", (ml, text) => expect(formatVolume(ml)).toBe(text));

it("money_and_weight_have_their_units", () => {
	expect([
		formatWon(1_234_000),
		formatWon(-500),
		formatWeight(950),
		formatWeight(23_600),
		formatWeight(14_000),
	]).toEqual(["₩1,234,000", "-₩500", "950 g", "23.6 kg", "14.0 kg"]);
});

it("months_continue_across_years", () => {
	expect([shiftMonth("2026-01", -1), shiftMonth("2026-11", 2)]).toEqual(["2025-12", "2027-01"]);
});

it.each([
	[30_000, "1 min ago"],
	[3_600_000, "1 h ago"],
	[72 * 3_600_000, "3 days ago"],
	[242 * 24 * 3_600_000, "8 months ago"],
])("age_of_%i_ms_is_written_%s", (ms, text) => {
	expect(formatAgo(new Date(1_800_000_000_000 - ms).toISOString(), 1_800_000_000_000)).toBe(text);
});

it.each([
	[0, 1],
	[208, 240],
	[900, 1_000],
])("scale_for_%i_ends_at_%i", (value, top) => expect(roundUp(value)).toBe(top));
