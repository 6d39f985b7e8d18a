import { expect, it } from "vitest";
import { koreanDay, koreanMinute, koreanTime } from "./korea";

it("days_and_times_follow_the_korean_clock", () => {
	expect(koreanDay(new Date("2026-11-25T15:30:00Z"))).toBe("2026-11-26");
	expect(koreanTime("2026-11-25T15:30:07Z")).toBe("2026-11-26 00:30:07");
	expect(koreanMinute("2026-11-25T15:30:07Z")).toBe("2026-11-26 00:30");
});
