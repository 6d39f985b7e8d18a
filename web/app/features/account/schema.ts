import * as v from "valibot";
import type account from "~/locales/ko/account.json";

/** The text, in the catalogue, of the rule that failed. */
export type ErrorKey = `error.${keyof typeof account.error}`;

const MIN_AGE = 14;
const FIRST_YEAR = 1900;
const KOREA_MS = 9 * 3_600_000;
const key = (name: keyof typeof account.error): ErrorKey => `error.${name}`;
const required = (message: ErrorKey) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

/** Digits of a number typed with or without hyphens and spaces. */
export const digitsOf = (value: string): string => value.replace(/[-\s]/g, "");

/** YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD as its three numbers, or null. */
export function readBirth(value: string): [year: number, month: number, day: number] | null {
	const match = /^(\d{4})([-.]?)(\d{2})\2(\d{2})$/.exec(value.trim());
	return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : null;
}

const dayNumber = (year: number, month: number, day: number) => year * 10_000 + month * 100 + day;

/** The server counts birthdays by Korea's calendar, wherever the visitor is. */
function koreanDay(now: Date): number {
	const there = new Date(now.getTime() + KOREA_MS);
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

/** Whether somebody born then has had the fourteenth birthday by now. */
export function isOldEnough(value: string, now: Date): boolean {
	const birth = readBirth(value);
	return birth !== null && dayNumber(...birth) + MIN_AGE * 10_000 <= koreanDay(now);
}

export const signInFields = {
	loginUserId: required(key("loginIdRequired")),
	password: v.pipe(v.string(), v.nonEmpty(key("loginPasswordRequired"))),
};

/** What the server's rules say too; a test compares them with its OpenAPI document. */
export const RULES = {
	loginUserId: /^[A-Za-z0-9]{4,20}$/,
	phoneNumber: /^01[0-9]{8,9}$/,
	code: /^[0-9]{6}$/,
	passwordMin: 8,
	passwordMax: 128,
	nameMax: 50,
	emailMax: 254,
	addressMax: 200,
	/** Of the ID when a password is looked for. */
	anyIdMax: 100,
};

/** As the server counts: characters, not the halves that some are written with. */
const lengthOf = (text: string) => Array.from(text).length;
const atMost = (most: number) => v.check((text: string) => lengthOf(text) <= most, key("tooLong"));
const printable = v.check((text: string) => !/\p{Cc}/u.test(text), key("format"));

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const EMAIL = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,}$`);
const email = v.pipe(v.string(), v.trim(), atMost(RULES.emailMax), v.regex(EMAIL, key("email")));

const isWhole = (text: string) =>
	/[A-Za-z]/.test(text) &&
	/\d/.test(text) &&
	/[^\p{Alphabetic}\p{N}\s\p{Cc}]/u.test(text) &&
	!/\p{Cc}/u.test(text);
const password = v.pipe(
	v.string(),
	atMost(RULES.passwordMax),
	v.check((text) => lengthOf(text) >= RULES.passwordMin && isWhole(text), key("password")),
);
const verifyPassword = v.pipe(v.string(), v.nonEmpty(key("verifyPassword")));
const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(RULES.phoneNumber, key("phoneNumber")));
const address = v.pipe(v.string(), v.trim(), atMost(RULES.addressMax), printable);

/** What may be left empty. */
const optional = (schema: v.GenericSchema<string, string>) =>
	v.lazy((text) => (typeof text === "string" && text.trim() === "" ? v.string() : schema));

export const signUpFields = {
	loginUserId: v.pipe(v.string(), v.regex(RULES.loginUserId, key("loginUserId"))),
	password,
	verifyPassword,
	name: v.pipe(required(key("name")), atMost(RULES.nameMax), printable),
	phoneNumber,
	birth: v.pipe(
		v.string(),
		v.check((value) => readBirth(value) !== null, key("birth")),
		v.check((value) => isBirth(value, new Date()), key("birthRange")),
		v.check((value) => isOldEnough(value, new Date()), key("tooYoung")),
	),
	email: optional(email),
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^$|^\d{5}$/, key("zipcode"))),
	address,
	addressDetail: address,
};

/** Find ID and find password: one of the two ways to be reached, and for the password the ID. */
export const findFields = {
	loginUserId: v.pipe(required(key("loginIdRequired")), atMost(RULES.anyIdMax)),
	email,
	phone: phoneNumber,
};

export const resetFields = {
	password: v.pipe(
		v.string(),
		v.check((text) => lengthOf(text) >= RULES.passwordMin, key("passwordShort")),
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
