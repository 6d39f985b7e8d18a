import { koreanDay } from "~/shared/lib/korea";

/** The next check is due after this many days. */
export const REMIND_AFTER_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Calendar days in Korea between a timestamp and now. */
export function daysSince(iso: string, now: Date): number {
	const day = (date: Date) => Date.parse(koreanDay(date));
	return Math.max(0, Math.round((day(now) - day(new Date(iso))) / DAY_MS));
}
