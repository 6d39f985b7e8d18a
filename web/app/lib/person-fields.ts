import * as v from "valibot";
import { digitsOf, isBirth, NAME_MAX, PHONE_NUMBER, readBirth } from "./person";
import { atMost, printable } from "./text-rules";

/** The rules of who an application is for; each names the text that tells of it. */
export const personFields = {
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("name"), atMost(NAME_MAX, "tooLong"), printable("format")),
	birth: v.pipe(
		v.string(),
		v.check((value) => readBirth(value) !== null, "birth"),
		v.check((value) => isBirth(value, new Date()), "birthRange"),
	),
	gender: v.pipe(v.string(), v.regex(/^[01]$/, "gender")),
	phoneNumber: v.pipe(v.string(), v.transform(digitsOf), v.regex(PHONE_NUMBER, "phoneNumber")),
};
