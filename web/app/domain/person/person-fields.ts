import * as v from "valibot";
import { maxLength, printable } from "~/shared/lib/text-rules";
import {
	digitsOf,
	EMAIL,
	isBirth,
	MAX_EMAIL_LENGTH,
	MAX_NAME_LENGTH,
	PHONE_NUMBER,
	readBirth,
} from "./person";

const MAX_ADDRESS_LENGTH = 200;

export const emailField = v.pipe(
	v.string(),
	v.trim(),
	maxLength(MAX_EMAIL_LENGTH, "tooLong"),
	v.regex(EMAIL, "email"),
);

/** Validation rules of the person that an application or an account is for; each names its error text. */
export const personFields = {
	name: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty("name"),
		maxLength(MAX_NAME_LENGTH, "tooLong"),
		printable("format"),
	),
	birth: v.pipe(
		v.string(),
		v.trim(),
		v.check((value) => readBirth(value) !== null, "birth"),
		v.check((value) => isBirth(value, new Date()), "birthRange"),
	),
	gender: v.pipe(v.string(), v.regex(/^[01]$/, "gender")),
	phoneNumber: v.pipe(v.string(), v.transform(digitsOf), v.regex(PHONE_NUMBER, "phoneNumber")),
};

const addressField = v.pipe(
	v.string(),
	v.trim(),
	maxLength(MAX_ADDRESS_LENGTH, "tooLong"),
	printable("format"),
);

/** A postal address with only optional fields. */
export const addressFields = {
	zipcode: v.pipe(v.string(), v.trim(), v.regex(/^$|^\d{5}$/, "zipcode")),
	address: addressField,
	addressDetail: addressField,
};
