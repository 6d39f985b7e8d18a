import { inKorea } from "~/shared/lib/korea";
import type { Range } from "./queries";

const SHORTCUTS = ["1", "3", "6"] as const;
export type Shortcut = (typeof SHORTCUTS)[number] | "custom";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The last `months` months until today in Korea. A day that the earlier month lacks becomes its last day. */
export function lastMonths(months: number, now: Date): Range {
	const end = inKorea(now);
	const month = end.getUTCMonth() - months;
	const last = new Date(Date.UTC(end.getUTCFullYear(), month + 1, 0)).getUTCDate();
	const start = new Date(Date.UTC(end.getUTCFullYear(), month, Math.min(end.getUTCDate(), last)));
	return { startAt: dayOf(start), endAt: dayOf(end) };
}

/** Whether both days are valid and the end is after the start. */
export const isValidRange = ({ startAt, endAt }: Range): boolean =>
	DAY.test(startAt) && DAY.test(endAt) && endAt > startAt;

/** Parses the range from the URL: a shortcut (by default the last month), or two days. */
export function rangeOf(query: URLSearchParams, now: Date): { shortcut: Shortcut; range: Range } {
	const shortcut = query.get("range") as Shortcut | null;
	const range = { startAt: query.get("startAt") ?? "", endAt: query.get("endAt") ?? "" };
	if (shortcut === "custom" && isValidRange(range)) return { shortcut, range };
	const months = SHORTCUTS.find((each) => each === shortcut) ?? "1";
	return { shortcut: months, range: lastMonths(Number(months), now) };
}
