import type { Range } from "./queries";

/** How many months a shortcut goes back, the present one counted. */
export const SHORTCUTS = [1, 3, 12] as const;

/** From the first day of the month so many months back, until today. `today` is YYYY-MM-DD. */
export function lastMonths(months: number, today: string): Range {
	const [year = 0, month = 1] = today.split("-").map(Number);
	const first = new Date(Date.UTC(year, month - months, 1));
	return { startAt: first.toISOString().slice(0, 10), endAt: today };
}
