import i18next from "i18next";
import createClient, { type Client } from "openapi-fetch";
import { currentLanguage } from "~/i18n/language";
import { chosenHost } from "~/shared/lib/sub-domain";
import { BASE } from "./base";
import { takeEarlyResponse } from "./early-response";
import { isProblem, type Problem, UNREACHABLE } from "./problem";

const TIMEOUT_MS = 3_000;
const LONG_TIMEOUT_MS = 20_000;
/** Statuses without a body; `Response` throws if one is given a body. */
const EMPTY_STATUS = new Set([204, 205, 304]);

/**
 * The timeout of a call in milliseconds. Longer for those that wait: self-checks for the reading, reports for photos,
 * operators for whole tables.
 */
export function timeoutOf(method: string, pathname: string): number {
	const waits =
		(method === "POST" && pathname.endsWith("/self-check")) || /\/report\.pdf$|\/v1\/ops\//.test(pathname);
	return waits ? LONG_TIMEOUT_MS : TIMEOUT_MS;
}

/** `fetch` including the whole body, aborted after `ms`. */
export async function fetchWithin(ms: number, request: Request): Promise<Response> {
	const controller = new AbortController();
	const abort = () => controller.abort(request.signal.reason);
	const timer = setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), ms);
	request.signal.addEventListener("abort", abort);
	const aborted = new Promise<never>((_resolve, reject) => {
		controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
	});
	try {
		return await Promise.race([aborted, fetchWhole(new Request(request, { signal: controller.signal }))]);
	} finally {
		clearTimeout(timer);
		request.signal.removeEventListener("abort", abort);
	}
}

async function fetchWhole(request: Request): Promise<Response> {
	const early = await takeEarlyResponse(request)?.catch(() => null);
	const response = early ?? (await globalThis.fetch(request));
	const { status, statusText, headers } = response;
	const body = EMPTY_STATUS.has(status) ? null : await response.arrayBuffer();
	return new Response(body, { status, statusText, headers });
}

/** Replaces an error response that is not a problem, because callers expect one: a proxy's has another body or none. */
async function withProblem(response: Response): Promise<Response> {
	const { status } = response;
	if (status < 400) return response;
	const body: unknown = await response
		.clone()
		.json()
		.catch(() => null);
	if (isProblem(body)) return response;
	const problem: Problem = {
		type: "about:blank",
		title: "",
		status,
		code: UNREACHABLE,
		detail: i18next.t("error.unreachable"),
	};
	return new Response(JSON.stringify(problem), { status });
}

function withHost(address: string, host: string): URL {
	const url = new URL(address);
	url.searchParams.set("host", host);
	return url;
}

/** The URL of an API path to which the browser itself navigates, in this window or in a popup. */
export function pageAddress(path: string, query: Record<string, string | null>): string {
	const url = new URL(BASE + path, location.origin);
	for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
	const host = chosenHost(location);
	return host ? withHost(url.href, host).href : url.href;
}

/** An API client for some of the paths. Each application adds its own authentication. */
export function createApi<Paths extends object>(): Client<Paths> {
	const api = createClient<Paths>({
		baseUrl: typeof location === "undefined" ? BASE : new URL(BASE, location.origin).href,
		credentials: "include",
		fetch: async (request) =>
			withProblem(await fetchWithin(timeoutOf(request.method, new URL(request.url).pathname), request)),
	});
	api.use({
		onRequest({ request }) {
			const host = chosenHost(location);
			const passed = host ? new Request(withHost(request.url, host), request) : request;
			passed.headers.set("Accept", "application/json");
			passed.headers.set("Accept-Language", currentLanguage());
			return passed;
		},
	});
	return api;
}
