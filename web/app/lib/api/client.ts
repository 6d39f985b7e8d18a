import createClient, { type Middleware } from "openapi-fetch";
import { currentLanguage } from "~/i18n/language";
import { readCredential, type Whose } from "~/lib/cookies";
import { chosenHost } from "~/lib/sub-domain";
import type { paths } from "./schema";

const TIMEOUT_MS = 3_000;
const SELF_CHECK_TIMEOUT_MS = 20_000;
const BASE: string = import.meta.env.VITE_API_BASE ?? "/api/v1";

/** How long a call may take; the answer to a self-check waits for the reading. */
export function timeoutOf(method: string, pathname: string): number {
	return method === "POST" && pathname.endsWith("/self-check") ? SELF_CHECK_TIMEOUT_MS : TIMEOUT_MS;
}

/** `fetch`, given up after `ms`. */
export async function fetchWithin(ms: number, request: Request): Promise<Response> {
	const controller = new AbortController();
	const giveUp = () => controller.abort(request.signal.reason);
	const timer = setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), ms);
	request.signal.addEventListener("abort", giveUp);
	try {
		return await globalThis.fetch(new Request(request, { signal: controller.signal }));
	} finally {
		clearTimeout(timer);
		request.signal.removeEventListener("abort", giveUp);
	}
}

function withHost(address: string, host: string): URL {
	const url = new URL(address);
	url.searchParams.set("host", host);
	return url;
}

/** The clinics' calls go with the staff's session, all others with the patient's. */
export function whoseCall(pathname: string): Whose {
	return /\/institutions\//.test(pathname) && !pathname.includes("/patients/institutions/")
		? "staffAuthorization"
		: "authorization";
}

const passOn: Middleware = {
	onRequest({ request }) {
		const host = chosenHost(location, sessionStorage);
		const passed = host ? new Request(withHost(request.url, host), request) : request;
		passed.headers.set("Accept", "application/json");
		passed.headers.set("Accept-Language", currentLanguage());
		const credential = readCredential(document.cookie, whoseCall(new URL(request.url).pathname));
		if (credential) passed.headers.set("Authorization", `Bearer ${credential}`);
		return passed;
	},
};

/** The address of a call that the browser itself goes to, in this window or in a small one. */
export function pageAddress(path: string, query: Record<string, string | null>): string {
	const url = new URL(BASE + path, location.origin);
	for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
	const host = chosenHost(location, sessionStorage);
	return host ? withHost(url.href, host).href : url.href;
}

export const api = createClient<paths>({
	baseUrl: typeof location === "undefined" ? BASE : new URL(BASE, location.origin).href,
	credentials: "include",
	fetch: (request) => fetchWithin(timeoutOf(request.method, new URL(request.url).pathname), request),
});
api.use(passOn);
