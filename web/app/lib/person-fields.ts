import * as v from "valibot";
import { digitsOf, NAME_MAX, PHONE_NUMBER, parseBirth } from "./person";

/** The rules of who an application is for; a failing one is named by its field. */
export const personFields = {
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("name"), v.maxLength(NAME_MAX, "name")),
	birth: v.pipe(
		v.string(),
		v.check((value) => isPast(value), "birth"),
	),
	gender: v.pipe(v.string(), v.regex(/^[01]$/, "gender")),
	phoneNumber: v.pipe(v.string(), v.transform(digitsOf), v.regex(PHONE_NUMBER, "phoneNumber")),
};

function isPast(value: string): boolean {
	const birth = parseBirth(value);
	return birth !== null && new Date(birth.year, birth.month - 1, birth.day) <= new Date();
}
