import type { Range } from "./queries";

const SHORTCUTS = ["1", "3", "6"] as const;
export type Shortcut = (typeof SHORTCUTS)[number] | "custom";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const two = (part: number) => String(part).padStart(2, "0");
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The last so many months, up to today. A day that the earlier month lacks becomes its last one. */
export function lastMonths(months: number, today: Date): Range {
	const start = new Date(today.getFullYear(), today.getMonth() - months, 1);
	const last = new Date(start.getFullYear(), start.getMonth() + 1, 0).getDate();
	start.setDate(Math.min(today.getDate(), last));
	return { startAt: dayOf(start), endAt: dayOf(today) };
}

/** Only an end after the start is worth asking for. */
export const isAsked = ({ startAt, endAt }: Range): boolean =>
	DAY.test(startAt) && DAY.test(endAt) && endAt > startAt;

/** What an address asks for: a shortcut, the last month where there is none, or two days. */
export function rangeOf(query: URLSearchParams, today: Date): { shortcut: Shortcut; range: Range } {
	const shortcut = query.get("range") as Shortcut | null;
	const range = { startAt: query.get("startAt") ?? "", endAt: query.get("endAt") ?? "" };
	if (shortcut === "custom" && isAsked(range)) return { shortcut, range };
	const months = SHORTCUTS.find((each) => each === shortcut) ?? "1";
	return { shortcut: months, range: lastMonths(Number(months), today) };
}
