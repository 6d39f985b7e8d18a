import createQueries from "openapi-react-query";
import { createApi } from "~/shared/api/client";
import { isQuiet } from "~/shared/lib/activity";
import type { HotelPaths } from "./hotel-paths";

/** Marks a call that the page makes on its own: it does not keep the user's session awake. */
const POLL_HEADER = "X-Poll";

/** The hotels' calls, with the user's cookie, which no page can read. */
export const api = createApi<HotelPaths>();

api.use({
	onRequest({ request }) {
		if (isQuiet(Date.now())) request.headers.set(POLL_HEADER, "1");
	},
});

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
