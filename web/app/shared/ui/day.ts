import { type CalendarDate, parseDate } from "@internationalized/date";

/** YYYY-MM-DD, YYYY.MM.DD or YYYYMMDD as a day of the calendar; null for everything else. */
export function readDay(text: string): CalendarDate | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(text.trim());
	if (!match) return null;
	try {
		return parseDate(`${match[1]}-${match[3]}-${match[4]}`);
	} catch {
		return null;
	}
}
