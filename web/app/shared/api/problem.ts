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

export function isStatus(error: unknown, status: number): boolean {
	return isProblem(error) && error.status === status;
}

/** The server's first message for each field. */
export function fieldMessages(error: unknown): Record<string, string> {
	const messages: Record<string, string> = {};
	if (isProblem(error)) for (const each of error.errors ?? []) messages[each.field] ??= each.message;
	return messages;
}
