import * as v from "valibot";
import { lengthOf, maxLength } from "~/shared/lib/text-rules";

/** Same as the server's rules; a test compares them with its OpenAPI document. */
export const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 64;
/** Shorter names occur in too many words. */
const MIN_NAME_LENGTH = 3;

const isWhole = (text: string) =>
	/[A-Za-z]/.test(text) &&
	/\d/.test(text) &&
	/[^\p{Alphabetic}\p{N}\s\p{Cc}]/u.test(text) &&
	!/\p{Cc}/u.test(text);

/** A new password: long enough, with a letter, a digit and a symbol. An issue's message is the name of the failed rule. */
export const passwordField = <Rule extends string>(rule: Rule, tooLong: Rule) =>
	v.pipe(
		v.string(),
		v.transform((text) => text.normalize("NFC")),
		maxLength(MAX_PASSWORD_LENGTH, tooLong),
		v.check((text) => lengthOf(text) >= MIN_PASSWORD_LENGTH && isWhole(text), rule),
	);

/** Facts about the owner that others know and could guess a password from. */
interface Owner {
	id: string;
	name: string;
	/** Digits only; empty if unknown. */
	phoneNumber: string;
}

const lettersOf = (text: string) =>
	text
		.normalize("NFC")
		.replace(/[^\p{L}\p{N}]/gu, "")
		.toLowerCase();

/** Whether a password contains the owner's ID, name or number. The server refuses these, too, and common passwords. */
export function isPersonal(password: string, { id, name, phoneNumber }: Owner): boolean {
	const [bareText, bareName] = [lettersOf(password), lettersOf(name)];
	// Without the prefix, which most numbers share.
	const digits = phoneNumber.slice(3);
	return (
		(id !== "" && password.normalize("NFC").toLowerCase().includes(id.toLowerCase())) ||
		(lengthOf(bareName) >= MIN_NAME_LENGTH && bareText.includes(bareName)) ||
		(digits.length >= 7 && bareText.includes(digits))
	);
}
