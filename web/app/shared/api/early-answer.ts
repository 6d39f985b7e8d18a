interface EarlyCall {
	/** When it was made, in milliseconds since 1970. */
	at: number;
	credential: string | null;
	answer: Promise<Response>;
}

declare global {
	/** By address: the calls that the page's first script has made. */
	var earlyCalls: Record<string, EarlyCall> | undefined;
}

/** After that the screen fetches again. */
const FRESH_MS = 15_000;

/** The answer to the same call of the page's first script, once; null where there is none or it is old. */
export function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response> | null {
	const call = method === "GET" ? globalThis.earlyCalls?.[url] : undefined;
	if (!call) return null;
	delete globalThis.earlyCalls?.[url];
	const isSame = headers.get("Authorization") === (call.credential && `Bearer ${call.credential}`);
	return isSame && Date.now() - call.at < FRESH_MS ? call.answer : null;
}
