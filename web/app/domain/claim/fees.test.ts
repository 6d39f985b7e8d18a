import { expect, it } from "vitest";
import { type FeeList, feesOn } from "./fees";

it("announced_prices_count_from_their_day", () => {
	const now = feesOn("2026-11-28");
	const next: FeeList = { ...now, validFrom: "2027-01-01" };
	const lists = [now, next];
	expect(feesOn("2026-12-31", lists)).toBe(now);
	expect(feesOn("2027-01-01", lists)).toBe(next);
	expect(feesOn("2020-01-01", lists)).toBe(now);
});
