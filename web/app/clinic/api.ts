import createQueries from "openapi-react-query";
import { createCookieApi } from "~/shared/api/cookie-api";
import type { paths } from "~/shared/api/schema";
import { staffActivity } from "~/shared/lib/session-activity";

type ClinicPaths = Pick<paths, Extract<keyof paths, `/institutions/${string}`>>;

/** API client of the clinics' console. Sends the staff's session cookie. */
export const api = createCookieApi<ClinicPaths>(staffActivity);

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
