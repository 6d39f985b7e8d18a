import * as v from "valibot";
import type account from "~/locales/ko/account.json";

/** The text, in the catalogue, of the rule that failed. */
export type ErrorKey = `error.${keyof typeof account.error}`;

const MIN_AGE = 14;
const key = (name: keyof typeof account.error): ErrorKey => `error.${name}`;
const required = (message: ErrorKey) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

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

/** Whether somebody born then has had the fourteenth birthday by `today`. */
export function isOldEnough(value: string, today: Date): boolean {
	const birth = parseBirth(value);
	if (!birth) return false;
	const day = (year: number, month: number, date: number) => year * 10_000 + month * 100 + date;
	const now = day(today.getFullYear(), today.getMonth() + 1, today.getDate());
	return day(birth.year + MIN_AGE, birth.month, birth.day) <= now;
}

export const signInFields = {
	loginUserId: required(key("loginIdRequired")),
	password: v.pipe(v.string(), v.nonEmpty(key("loginPasswordRequired"))),
};

const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(/^01\d{8,9}$/, key("phoneNumber")));

export const signUpFields = {
	loginUserId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,20}$/, key("loginUserId"))),
	password: v.pipe(v.string(), v.regex(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,}$/, key("password"))),
	verifyPassword: v.pipe(v.string(), v.nonEmpty(key("verifyPassword"))),
	name: required(key("name")),
	phoneNumber,
	birth: v.pipe(
		v.string(),
		v.check((value) => parseBirth(value) !== null, key("birth")),
		v.check((value) => isOldEnough(value, new Date()), key("tooYoung")),
	),
	email: v.pipe(v.string(), v.trim(), v.regex(/^$|^\S+@\S+\.[A-Za-z]{2,}$/, key("email"))),
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^$|^\d{5}$/, key("zipcode"))),
	address: v.string(),
	addressDetail: v.string(),
};

type Fields = Record<string, v.GenericSchema<string, unknown>>;

/** The first rule that a field fails. */
export function firstError<F extends Fields>(
	fields: F,
	name: keyof F,
	values: Record<keyof F, string>,
): ErrorKey | null {
	const schema = fields[name];
	const result = schema ? v.safeParse(schema, values[name], { abortPipeEarly: true }) : null;
	if (result && !result.success) return result.issues[0].message as ErrorKey;
	const repeated = name === "verifyPassword" && values[name] !== values["password" as keyof F];
	return repeated ? key("verifyPassword") : null;
}
