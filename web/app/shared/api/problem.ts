/** An error of the API (RFC 9457), or one created here for a call without a response. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	code: string;
	detail: string;
	errors?: { field: string; code: string; message: string }[];
}

export function isProblem(value: unknown): value is Problem {
	return typeof value === "object" && value !== null && "code" in value && "status" in value;
}

/** The code of a problem that is created here, for an error response without one: a proxy's, not the API's. */
export const UNREACHABLE = "unreachable";

/** Whether the API itself rejected the call. Otherwise the request or its response was lost. */
export function isFromApi(error: unknown): error is Problem {
	return isProblem(error) && error.code !== UNREACHABLE;
}

/** The code of a call that the API refused because it had too many in work. It did nothing. */
export const OVERLOADED = "overloaded";

/** Whether the same call may succeed in a moment: it was lost, the server failed, or it had too many calls in work. */
export function isTemporary(error: unknown): boolean {
	return !isProblem(error) || error.status >= 500 || error.code === OVERLOADED;
}

/**
 * Whether the server surely did nothing, now or later. A server error can follow the commit, a call in progress can
 * still succeed, and after a new sign-in the same call is repeated.
 */
export function isRejection(error: unknown): boolean {
	if (!isProblem(error) || error.status >= 500 || error.status === 401) return false;
	return error.code !== "in_progress";
}

export function isStatus(error: unknown, status: number): boolean {
	return isProblem(error) && error.status === status;
}

/** The server's first message for each field. */
export function fieldMessages(error: unknown): Record<string, string> {
	const messages: Record<string, string> = {};
	if (isProblem(error)) for (const each of error.errors ?? []) messages[each.field] ??= each.message;
	return messages;
}
