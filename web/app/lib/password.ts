import * as v from "valibot";
import { atMost, lengthOf } from "./text-rules";

/** What the server's rules say too; a test compares them with its OpenAPI document. */
export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

const isWhole = (text: string) =>
	/[A-Za-z]/.test(text) &&
	/\d/.test(text) &&
	/[^\p{Alphabetic}\p{N}\s\p{Cc}]/u.test(text) &&
	!/\p{Cc}/u.test(text);

/** A new password: long enough, with a letter, a digit and another sign; the rules' names tell what fails. */
export const passwordField = <Rule extends string>(rule: Rule, tooLong: Rule) =>
	v.pipe(
		v.string(),
		atMost(PASSWORD_MAX, tooLong),
		v.check((text) => lengthOf(text) >= PASSWORD_MIN && isWhole(text), rule),
	);
