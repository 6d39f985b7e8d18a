import { type CalendarDate, parseDate } from "@internationalized/date";

/** Parses YYYY-MM-DD, YYYY.MM.DD or YYYYMMDD as a calendar date; null if it is invalid. */
export function readDay(text: string): CalendarDate | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(text.trim());
	if (!match) return null;
	try {
		return parseDate(`${match[1]}-${match[3]}-${match[4]}`);
	} catch {
		return null;
	}
}
