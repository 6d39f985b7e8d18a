import * as v from "valibot";

/** What the server's rules say too; a test compares them with its OpenAPI document. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const isWhole = (text: string) =>
	/[A-Za-z]/.test(text) &&
	/\d/.test(text) &&
	/[^\p{Alphabetic}\p{N}\s\p{Cc}]/u.test(text) &&
	!/\p{Cc}/u.test(text);

/** A new password: long enough, with a letter, a digit and another sign. */
export const passwordField = <Rule extends string>(rule: Rule) =>
	v.pipe(
		v.string(),
		v.check((text) => {
			const length = Array.from(text).length;
			return length >= PASSWORD_MIN && length <= PASSWORD_MAX && isWhole(text);
		}, rule),
	);
