import * as v from "valibot";

/** The length in code points, as the server counts it, not in UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** At most this many characters; `rule` is the message. */
export const maxLength = <Rule extends string>(most: number, rule: Rule) =>
	v.check((text: string) => lengthOf(text) <= most, rule);

/** No control characters; `rule` is the message. */
export const printable = <Rule extends string>(rule: Rule) =>
	v.check((text: string) => !/\p{Cc}/u.test(text), rule);
