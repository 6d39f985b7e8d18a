import { expect, it } from "vitest";
import { lastMonths } from "./range";

it("goes back to the first day of a month, across the year", () => {
	expect(lastMonths(1, "2026-11-20")).toEqual({ startAt: "2026-11-01", endAt: "2026-11-20" });
	expect(lastMonths(3, "2026-02-28")).toEqual({ startAt: "2025-12-01", endAt: "2026-02-28" });
	expect(lastMonths(12, "2026-11-20").startAt).toBe("2025-12-01");
});
