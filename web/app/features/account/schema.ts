import * as v from "valibot";
import { type Fields, firstFailing } from "~/lib/form";
import { PASSWORD_MAX, PASSWORD_MIN, passwordField } from "~/lib/password";
import { digitsOf, NAME_MAX, PHONE_NUMBER, parseBirth } from "~/lib/person";
import type account from "~/locales/ko/account.json";

/** The text, in the catalogue, of the rule that failed. */
export type ErrorKey = `error.${keyof typeof account.error}`;

const MIN_AGE = 14;
const key = (name: keyof typeof account.error): ErrorKey => `error.${name}`;
const required = (message: ErrorKey) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

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
	phoneNumber: PHONE_NUMBER,
	passwordMin: PASSWORD_MIN,
	passwordMax: PASSWORD_MAX,
	nameMax: NAME_MAX,
};

const email = /^\S+@\S+\.[A-Za-z]{2,}$/;
const password = passwordField(key("password"));
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

/** The first rule that a field fails. */
export function firstError<F extends Fields>(
	fields: F,
	name: keyof F & string,
	values: Record<keyof F & string, string>,
): ErrorKey | null {
	const failing = firstFailing(fields[name], values[name]);
	if (failing) return failing as ErrorKey;
	const repeated = name === "verifyPassword" && values[name] !== values["password" as keyof F & string];
	// A different repetition is told as a missing one is: each form has its own words for it.
	return repeated ? (firstFailing(fields[name], "") as ErrorKey | null) : null;
}
