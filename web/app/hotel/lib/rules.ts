import * as v from "valibot";
import { atMost, printable } from "~/shared/lib/text-rules";

/** A line of text that must not be empty; the rule that fails is its name. */
export const required = <Rule extends string>(rule: Rule, most = 100) =>
	v.pipe(v.string(), v.trim(), v.nonEmpty(rule), atMost(most, rule), printable(rule));

/** A line of text that may be empty. */
export const optional = <Rule extends string>(rule: Rule, most: number) =>
	v.pipe(v.string(), v.trim(), atMost(most, rule), printable(rule));

/** A whole number in a range, typed into a field. */
export const whole = <Rule extends string>(rule: Rule, least: number, most: number) =>
	v.pipe(
		v.string(),
		v.trim(),
		v.regex(/^-?\d{1,9}$/, rule),
		v.transform(Number),
		v.minValue(least, rule),
		v.maxValue(most, rule),
	);
