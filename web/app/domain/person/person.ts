import { inKorea } from "~/shared/lib/korea";

/** What the server's rules about a person say too; a test compares them with its OpenAPI document. */
export const PHONE_NUMBER = /^01[0-9]{8,9}$/;
export const NAME_MAX = 50;
export const EMAIL_MAX = 254;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
export const EMAIL = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,}$`);

const FIRST_YEAR = 1900;

/** The digits of a mobile number as one types it or as a phone fills it in: hyphens, spaces, +82 for Korea. */
export const digitsOf = (value: string): string =>
	value
		.replace(/[-.()\s\u2010-\u2015]/g, "")
		.replace(/^\+820?(?=1)/, "0")
		.replace(/^820?(?=10)/, "0");

/** YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD as its three numbers, or null. */
export function readBirth(value: string): [year: number, month: number, day: number] | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(value.trim());
	return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : null;
}

const dayNumber = (year: number, month: number, day: number) => year * 10_000 + month * 100 + day;

/** The server counts birthdays by Korea's calendar, wherever the visitor is. */
function koreanDay(now: Date): number {
	const there = inKorea(now);
	return dayNumber(there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate());
}

/** Whether it is a day of the calendar on which somebody alive may have been born. */
export function isBirth(value: string, now: Date): boolean {
	const birth = readBirth(value);
	if (!birth) return false;
	const [year, month, day] = birth;
	const date = new Date(Date.UTC(year, month - 1, day));
	const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return exists && year >= FIRST_YEAR && dayNumber(...birth) <= koreanDay(now);
}

/** Whether somebody born then has had so many birthdays by now. */
export function isYearsOld(value: string, years: number, now: Date): boolean {
	const birth = readBirth(value);
	return birth !== null && dayNumber(...birth) + years * 10_000 <= koreanDay(now);
}
