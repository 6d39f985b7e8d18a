import createQueries from "openapi-react-query";
import { createCookieApi } from "~/shared/api/cookie-api";
import type { paths } from "~/shared/api/schema";

type OpsPaths = Pick<paths, Extract<keyof paths, `/ops/${string}`>>;

/** API client of the operators' console. Sends the session cookie. */
export const api = createCookieApi<OpsPaths>();

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
