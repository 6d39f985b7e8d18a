import createQueries from "openapi-react-query";
import { createCookieApi } from "~/shared/api/cookie-api";
import type { paths } from "~/shared/api/schema";
import { hotelActivity } from "~/shared/lib/session-activity";

type HotelPaths = Pick<paths, Extract<keyof paths, `/hotel/${string}`>>;

/** API client of the hotels' application. Sends the user's session cookie. */
export const api = createCookieApi<HotelPaths>(hotelActivity);

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
