import createQueries from "openapi-react-query";
import { createApi } from "~/shared/api/client";
import type { paths } from "~/shared/api/schema";
import { isQuiet } from "~/shared/lib/activity";
import { hotelActivity } from "~/shared/lib/session-activity";

type HotelPaths = Pick<paths, Extract<keyof paths, `/hotel/${string}`>>;

/** Marks a call that the page makes on its own: it does not keep the user's session awake. */
const POLL_HEADER = "X-Poll";

/** The hotels' calls, with the user's cookie, which no page can read. */
export const api = createApi<HotelPaths>();

api.use({
	onRequest({ request }) {
		if (isQuiet(Date.now())) request.headers.set(POLL_HEADER, "1");
	},
	onResponse({ request, response }) {
		if (!request.headers.has(POLL_HEADER) && response.status !== 401) hotelActivity.note(Date.now());
	},
});

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
