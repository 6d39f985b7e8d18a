import { koreanDay } from "~/shared/lib/korea";

/** From so many days on the next check is due. */
export const REMIND_AFTER_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Days by Korea's calendar between a moment and now. */
export function daysSince(iso: string, now: Date): number {
	const day = (date: Date) => Date.parse(koreanDay(date));
	return Math.max(0, Math.round((day(now) - day(new Date(iso))) / DAY_MS));
}
