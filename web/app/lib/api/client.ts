import createClient, { type Middleware } from "openapi-fetch";
import { currentLanguage } from "~/i18n/language";
import { isQuiet } from "~/lib/activity";
import { readCredential } from "~/lib/cookies";
import { noteStaffUse } from "~/lib/staff-use";
import { chosenHost } from "~/lib/sub-domain";
import type { paths } from "./schema";

const TIMEOUT_MS = 3_000;
const SELF_CHECK_TIMEOUT_MS = 20_000;
/** Marks a call that the page makes on its own: it does not keep the staff's session awake. */
const POLL_HEADER = "X-Poll";
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

/** The clinics' calls go with the staff's cookie, which no page can read; all others with the patient's token. */
export function isStaffCall(pathname: string): boolean {
	return /\/institutions\//.test(pathname) && !pathname.includes("/patients/institutions/");
}

const passOn: Middleware = {
	onRequest({ request }) {
		const host = chosenHost(location, sessionStorage);
		const passed = host ? new Request(withHost(request.url, host), request) : request;
		passed.headers.set("Accept", "application/json");
		passed.headers.set("Accept-Language", currentLanguage());
		if (isStaffCall(new URL(request.url).pathname)) {
			if (isQuiet(Date.now())) passed.headers.set(POLL_HEADER, "1");
			return passed;
		}
		const credential = readCredential(document.cookie);
		if (credential) passed.headers.set("Authorization", `Bearer ${credential}`);
		return passed;
	},
	onResponse({ request, response }) {
		const isUse = !request.headers.has(POLL_HEADER) && response.status !== 401;
		if (isUse && isStaffCall(new URL(request.url).pathname)) noteStaffUse(Date.now());
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
