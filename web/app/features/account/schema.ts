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

/** What the server's rules say too; a test compares them with its OpenAPI document. */
export const RULES = {
	loginUserId: /^[A-Za-z0-9]{4,20}$/,
	phoneNumber: /^01[0-9]{8,9}$/,
	passwordMin: 8,
	passwordMax: 128,
	nameMax: 50,
};

const email = /^\S+@\S+\.[A-Za-z]{2,}$/;
const isWhole = (text: string) =>
	/[A-Za-z]/.test(text) &&
	/\d/.test(text) &&
	/[^\p{Alphabetic}\p{N}\s\p{Cc}]/u.test(text) &&
	!/\p{Cc}/u.test(text);
const password = v.pipe(
	v.string(),
	v.check((text) => {
		const length = Array.from(text).length;
		return length >= RULES.passwordMin && length <= RULES.passwordMax && isWhole(text);
	}, key("password")),
);
const verifyPassword = v.pipe(v.string(), v.nonEmpty(key("verifyPassword")));
const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(RULES.phoneNumber, key("phoneNumber")));

export const signUpFields = {
	loginUserId: v.pipe(v.string(), v.regex(RULES.loginUserId, key("loginUserId"))),
	password,
	verifyPassword,
	name: v.pipe(required(key("name")), v.maxLength(RULES.nameMax, key("name"))),
	phoneNumber,
	birth: v.pipe(
		v.string(),
		v.check((value) => parseBirth(value) !== null, key("birth")),
		v.check((value) => isOldEnough(value, new Date()), key("tooYoung")),
	),
	email: v.pipe(
		v.string(),
		v.trim(),
		v.check((text) => text === "" || email.test(text), key("email")),
	),
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^$|^\d{5}$/, key("zipcode"))),
	address: v.string(),
	addressDetail: v.string(),
};

/** Find ID and find password: one of the two ways to be reached, and for the password the ID. */
export const findFields = {
	loginUserId: required(key("loginIdRequired")),
	email: v.pipe(v.string(), v.trim(), v.regex(email, key("email"))),
	phone: phoneNumber,
};

export const resetFields = {
	password: v.pipe(
		v.string(),
		v.check((text) => Array.from(text).length >= RULES.passwordMin, key("passwordShort")),
		password,
	),
	verifyPassword: v.pipe(v.string(), v.nonEmpty(key("passwordAgain"))),
};

type Fields = Record<string, v.GenericSchema<string, unknown>>;

/** The first rule that a field fails. */
export function firstError<F extends Fields>(
	fields: F,
	name: keyof F,
	values: Record<keyof F, string>,
): ErrorKey | null {
	const failing = message(fields[name], values[name]);
	if (failing) return failing;
	const repeated = name === "verifyPassword" && values[name] !== values["password" as keyof F];
	// A different repetition is told as a missing one is: each form has its own words for it.
	return repeated ? message(fields[name], "") : null;
}

function message(schema: v.GenericSchema<string, unknown> | undefined, value: string): ErrorKey | null {
	const result = schema ? v.safeParse(schema, value, { abortPipeEarly: true }) : null;
	return result && !result.success ? (result.issues[0].message as ErrorKey) : null;
}
