import type { Client } from "openapi-fetch";
import { isQuiet } from "~/shared/lib/activity";
import type { SessionActivity } from "~/shared/lib/session-activity";
import { createApi } from "./client";

/** Marks a call that the page makes on its own: it does not keep the session awake. */
const POLL_HEADER = "X-Poll";

/** A client whose session is a cookie, which no page can read; `activity` notes its uses. */
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
