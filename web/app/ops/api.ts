import createQueries from "openapi-react-query";
import { createApi } from "~/shared/api/client";
import type { paths } from "~/shared/api/schema";
import { isQuiet } from "~/shared/lib/activity";

type OpsPaths = Pick<paths, Extract<keyof paths, `/ops/${string}`>>;

/** Marks a call that the page makes on its own: it does not keep the operator's session awake. */
const POLL_HEADER = "X-Poll";

/** The operators' calls, with their cookie, which no page can read. */
export const api = createApi<OpsPaths>();

api.use({
	onRequest({ request }) {
		if (isQuiet(Date.now())) request.headers.set(POLL_HEADER, "1");
	},
});

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
