import createQueries from "openapi-react-query";
import { createCookieApi } from "~/shared/api/cookie-api";
import type { paths } from "~/shared/api/schema";

type OpsPaths = Pick<paths, Extract<keyof paths, `/ops/${string}`>>;

/** The operators' calls, with their cookie. */
export const api = createCookieApi<OpsPaths>();

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
