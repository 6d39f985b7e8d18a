/** What a call unwrap, or the problem thrown as it came. */
export async function unwrap<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
	const { data, error } = await call;
	if (data === undefined) throw error;
	return data;
}
