import createQueries from "openapi-react-query";
import { createApi } from "~/shared/api/client";
import type { paths } from "~/shared/api/schema";
import { readCredential } from "~/shared/lib/cookies";

type PatientPaths = Omit<paths, `/institutions/${string}`>;

/** API client of the patients' application. Sends the bearer token from their cookie. */
export const api = createApi<PatientPaths>();

api.use({
	onRequest({ request }) {
		const credential = readCredential(document.cookie);
		if (credential && !request.headers.has("Authorization"))
			request.headers.set("Authorization", `Bearer ${credential}`);
	},
});

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
