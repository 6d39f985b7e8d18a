interface Result<Data> {
	data?: Data;
	error?: unknown;
}

/** Returns the body of a call, or throws its problem unchanged. */
export async function unwrap<Data>(call: Result<Data> | Promise<Result<Data>>): Promise<Data> {
	const { data, error } = await call;
	if (data === undefined) throw error;
	return data;
}

/** Waits for a call without a response body; throws its problem. */
export async function unwrapEmpty(call: Promise<{ error?: unknown; response: Response }>): Promise<void> {
	const { error, response } = await call;
	if (!response.ok) throw error;
}
