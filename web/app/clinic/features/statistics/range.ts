import type { Range } from "./queries";

/** How many months a shortcut goes back, including the current one. */
export const SHORTCUTS = [1, 3, 12] as const;

/** The last `months` months including the current one, until `today` (YYYY-MM-DD). */
export function lastMonths(months: number, today: string): Range {
	const [year = 0, month = 1] = today.split("-").map(Number);
	const first = new Date(Date.UTC(year, month - months, 1));
	return { startAt: first.toISOString().slice(0, 10), endAt: today };
}
