/** What the server's rules about a person say too; a test compares them with its OpenAPI document. */
export const PHONE_NUMBER = /^01[0-9]{8,9}$/;
export const NAME_MAX = 50;

/** Digits of a number typed with or without hyphens and spaces. */
export const digitsOf = (value: string): string => value.replace(/[-\s]/g, "");

/** YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD as a day that exists, or null. */
export function parseBirth(value: string): { year: number; month: number; day: number } | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(value.trim());
	if (!match) return null;
	const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
	const date = new Date(Date.UTC(year, month - 1, day));
	const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900;
	return exists ? { year, month, day } : null;
}
