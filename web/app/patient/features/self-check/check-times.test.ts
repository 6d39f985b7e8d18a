import { expect, it } from "vitest";
import { daysOrTimes, pairOfDaysOrTimes } from "./check-times";

const [MORNING, EVENING, NEXT] = ["2026-11-20T00:12:00Z", "2026-11-20T09:40:00Z", "2026-11-20T15:00:00Z"];

it("only_checks_of_one_day_show_times", () => {
	expect(daysOrTimes([NEXT, EVENING, MORNING])).toEqual([
		"2026-11-21",
		"2026-11-20 18:40",
		"2026-11-20 09:12",
	]);
	expect(daysOrTimes([EVENING, NEXT])).toEqual(["2026-11-20", "2026-11-21"]);
});

it("pair_of_one_day_shows_times_without_year", () => {
	expect(pairOfDaysOrTimes(MORNING, EVENING)).toEqual(["11-20 09:12", "11-20 18:40"]);
	expect(pairOfDaysOrTimes(MORNING, NEXT)).toEqual(["2026-11-20", "2026-11-21"]);
});
