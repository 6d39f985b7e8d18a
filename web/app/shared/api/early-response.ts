interface EarlyRequest {
	/** When the request was made, in milliseconds since 1970. */
	at: number;
	credential: string | null;
	response: Promise<Response>;
}

declare global {
	/** Requests made by the page's first script, by URL. */
	var earlyCalls: Record<string, EarlyRequest> | undefined;
}

/** Older responses are ignored. */
const MAX_AGE_MS = 15_000;

/** The response to the same request of the page's first script, at most once; null if there is none or it is too old. */
export function takeEarlyResponse({ method, url, headers }: Request): Promise<Response> | null {
	const call = method === "GET" ? globalThis.earlyCalls?.[url] : undefined;
	if (!call) return null;
	delete globalThis.earlyCalls?.[url];
	const isSame = headers.get("Authorization") === (call.credential && `Bearer ${call.credential}`);
	return isSame && Date.now() - call.at < MAX_AGE_MS ? call.response : null;
}
