import type { Client } from "openapi-fetch";
import { isQuiet } from "~/shared/lib/activity";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { createApi } from "./client";

/** Marks a request that the page makes without user activity, which does not extend the session. */
const POLL_HEADER = "X-Poll";

/** An API client whose session is an HttpOnly cookie. `activity` records its use. */
export function createCookieApi<Paths extends object>(activity?: SessionActivity): Client<Paths> {
	const api = createApi<Paths>();
	api.use({
		onRequest({ request }) {
			if (isQuiet(Date.now())) request.headers.set(POLL_HEADER, "1");
		},
		onResponse({ request, response }) {
			if (!request.headers.has(POLL_HEADER) && response.status !== 401) activity?.note(Date.now());
		},
	});
	return api;
}
