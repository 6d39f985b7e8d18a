import { koreanDate } from "~/shared/lib/format";
import { koreanMinute } from "~/shared/lib/korea";

const YEAR_LENGTH = "2026-".length;

/** The days of some times, each with the time of day if another one has the same day. */
export function daysOrTimes(times: readonly string[]): string[] {
	const days = times.map(koreanDate);
	return times.map((time, at) => {
		const day = days[at] ?? "";
		return days.indexOf(day) === days.lastIndexOf(day) ? day : koreanMinute(time);
	});
}

/** `daysOrTimes` of two times that must fit next to each other: with the time of day they have no year. */
export function pairOfDaysOrTimes(first: string, second: string): [string, string] {
	const days = [koreanDate(first), koreanDate(second)] as const;
	if (days[0] !== days[1]) return [...days];
	return [koreanMinute(first).slice(YEAR_LENGTH), koreanMinute(second).slice(YEAR_LENGTH)];
}
