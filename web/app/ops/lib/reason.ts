import * as v from "valibot";
import { atMost } from "~/shared/lib/text-rules";

const MAX_LENGTH = 200;

/** A reason as the server takes it; the rules' names tell what fails. */
export const reasonField = v.pipe(
	v.string(),
	v.trim(),
	v.nonEmpty("reasonMissing"),
	atMost(MAX_LENGTH, "reasonTooLong"),
);
