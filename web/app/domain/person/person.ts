import { inKorea } from "~/shared/lib/korea";

/** Same as the server's rules about a person; a test compares them with its OpenAPI document. */
export const PHONE_NUMBER = /^01[0-9]{8,9}$/;
export const MAX_NAME_LENGTH = 50;
export const MAX_EMAIL_LENGTH = 254;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
export const EMAIL = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,}$`);

const MIN_BIRTH_YEAR = 1900;

/** The digits of a mobile number as typed or autofilled: accepts hyphens, spaces and +82. */
export const digitsOf = (value: string): string =>
	value
		.replace(/[-.()\s\u2010-\u2015]/g, "")
		.replace(/^\+820?(?=1)/, "0")
		.replace(/^820?(?=10)/, "0");

/** Parses YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD; null if it is none of these. */
export function readBirth(value: string): [year: number, month: number, day: number] | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(value.trim());
	return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : null;
}

const dayNumber = (year: number, month: number, day: number) => year * 10_000 + month * 100 + day;

/** Today in Korea, since the server counts birthdays by Korean time wherever the visitor is. */
function koreanDay(now: Date): number {
	const there = inKorea(now);
	return dayNumber(there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate());
}

/** Whether it is a valid date on which a living person may have been born. */
export function isBirth(value: string, now: Date): boolean {
	const birth = readBirth(value);
	if (!birth) return false;
	const [year, month, day] = birth;
	const date = new Date(Date.UTC(year, month - 1, day));
	const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return exists && year >= MIN_BIRTH_YEAR && dayNumber(...birth) <= koreanDay(now);
}

/** Whether a person born on that day is at least that many years old. */
export function isYearsOld(value: string, years: number, now: Date): boolean {
	const birth = readBirth(value);
	return birth !== null && dayNumber(...birth) + years * 10_000 <= koreanDay(now);
}
