import { type QueryKey, skipToken } from "@tanstack/react-query";

/** The key of every skipped query. It names no path, so no session's data is kept under it. */
const SKIPPED: QueryKey = [];

/** The options of a query about `subject`; without a subject, of a query that is never sent. */
export function skipWithout<Subject, Options extends { queryKey: QueryKey; queryFn?: unknown }>(
	subject: Subject | null | undefined,
	optionsOf: (subject: Subject) => Options,
): Options {
	if (subject !== null && subject !== undefined) return optionsOf(subject);
	// The cast keeps the type of the data; a skipped query has none.
	return { queryKey: SKIPPED, queryFn: skipToken } as unknown as Options;
}
