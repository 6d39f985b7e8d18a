import * as v from "valibot";
import { type Fields, firstFailing } from "~/lib/form";
import { isPersonal, PASSWORD_MIN, passwordField } from "~/lib/password";
import {
	digitsOf,
	EMAIL,
	EMAIL_MAX,
	isBirth,
	isYearsOld,
	NAME_MAX,
	PHONE_NUMBER,
	readBirth,
} from "~/lib/person";
import { atMost, lengthOf, printable } from "~/lib/text-rules";
import type account from "~/locales/ko/account.json";

/** The text, in the catalogue, of the rule that failed. */
export type ErrorKey = `error.${keyof typeof account.error}`;

const MIN_AGE = 14;
const key = (name: keyof typeof account.error): ErrorKey => `error.${name}`;
const required = (message: ErrorKey) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

/** Whether somebody born then has had the fourteenth birthday by now. */
export const isOldEnough = (value: string, now: Date): boolean => isYearsOld(value, MIN_AGE, now);

export const signInFields = {
	loginUserId: required(key("loginIdRequired")),
	password: v.pipe(v.string(), v.nonEmpty(key("loginPasswordRequired"))),
};

/** What the server's rules say too; a test compares them with its OpenAPI document. */
export const RULES = {
	loginUserId: /^[A-Za-z0-9]{4,20}$/,
	phoneNumber: PHONE_NUMBER,
	code: /^[0-9]{6}$/,
	addressMax: 200,
	/** Of the ID when a password is looked for. */
	anyIdMax: 100,
};

const short = (most: number) => atMost(most, key("tooLong"));
const shown = printable(key("format"));
const email = v.pipe(v.string(), v.trim(), short(EMAIL_MAX), v.regex(EMAIL, key("email")));
const password = passwordField(key("password"), key("passwordLong"));
const verifyPassword = v.pipe(v.string(), v.nonEmpty(key("verifyPassword")));
const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(RULES.phoneNumber, key("phoneNumber")));
const address = v.pipe(v.string(), v.trim(), short(RULES.addressMax), shown);

/** What may be left empty. */
const optional = (schema: v.GenericSchema<string, string>) =>
	v.lazy((text) => (typeof text === "string" && text.trim() === "" ? v.string() : schema));

export const signUpFields = {
	loginUserId: v.pipe(v.string(), v.regex(RULES.loginUserId, key("loginUserId"))),
	password,
	verifyPassword,
	name: v.pipe(required(key("name")), short(NAME_MAX), shown),
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
	loginUserId: v.pipe(required(key("loginIdRequired")), short(RULES.anyIdMax)),
	email,
	phone: phoneNumber,
};

export const resetFields = {
	password: v.pipe(
		v.string(),
		v.check((text) => lengthOf(text) >= PASSWORD_MIN, key("passwordShort")),
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
	if (name === "password" && "loginUserId" in values && "verifyPassword" in values) {
		const { loginUserId: id = "", name: own = "", phoneNumber = "" } = values as Partial<typeof values>;
		if (isPersonal(values[name], { id, name: own, phoneNumber: digitsOf(phoneNumber) }))
			return key("passwordPersonal");
	}
	const repeated = name === "verifyPassword" && values[name] !== values["password" as keyof F & string];
	// A different repetition is told as a missing one is: each form has its own words for it.
	return repeated ? (firstFailing(fields[name], "") as ErrorKey | null) : null;
}
