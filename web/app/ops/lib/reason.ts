import * as v from "valibot";
import { maxLength } from "~/shared/lib/text-rules";

const MAX_LENGTH = 200;

/** A reason by the server's rules. An issue's message is the name of the failed rule. */
export const reasonField = v.pipe(
	v.string(),
	v.trim(),
	v.nonEmpty("reasonMissing"),
	maxLength(MAX_LENGTH, "reasonTooLong"),
);
