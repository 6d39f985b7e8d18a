import * as v from "valibot";

/** As the server counts: characters, not the halves that some are written with. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** At most this many characters; `rule` names what fails. */
export const atMost = <Rule extends string>(most: number, rule: Rule) =>
	v.check((text: string) => lengthOf(text) <= most, rule);

/** No control characters. */
export const printable = <Rule extends string>(rule: Rule) =>
	v.check((text: string) => !/\p{Cc}/u.test(text), rule);
