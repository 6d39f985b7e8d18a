import * as v from "valibot";
import { maxLength, printable } from "~/shared/lib/text-rules";

/** A required line of text; the failed rule is the message. */
export const requiredText = <Rule extends string>(rule: Rule, most = 100) =>
	v.pipe(v.string(), v.trim(), v.nonEmpty(rule), maxLength(most, rule), printable(rule));

/** An optional line of text. */
export const optionalText = <Rule extends string>(rule: Rule, most: number) =>
	v.pipe(v.string(), v.trim(), maxLength(most, rule), printable(rule));

/** A whole number in a range, typed into a field. */
export const integerIn = <Rule extends string>(rule: Rule, least: number, most: number) =>
	v.pipe(
		v.string(),
		v.trim(),
		v.regex(/^-?\d{1,9}$/, rule),
		v.transform(Number),
		v.minValue(least, rule),
		v.maxValue(most, rule),
	);
