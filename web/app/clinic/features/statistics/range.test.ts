import { expect, it } from "vitest";
import { lastMonths } from "./range";

it("months_start_on_their_first_day_across_years", () => {
	expect(lastMonths(1, "2026-11-20")).toEqual({ startAt: "2026-11-01", endAt: "2026-11-20" });
	expect(lastMonths(3, "2026-02-28")).toEqual({ startAt: "2025-12-01", endAt: "2026-02-28" });
	expect(lastMonths(12, "2026-11-20").startAt).toBe("2025-12-01");
});
