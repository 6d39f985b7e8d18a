import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import createQueries from "openapi-react-query";
import { readCredential } from "~/lib/cookies";
import { refuse, whenLoggedOut } from "~/lib/session";
import { api } from "./client";
import { isProblem, isStatus } from "./problem";

function signOutOn401(error: unknown): void {
	if (isStatus(error, 401)) refuse();
}

/** Keeps what the server said. An answered error is not asked again; a lost call is, twice. */
function createQueryClient(): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({ onError: signOutOn401 }),
		mutationCache: new MutationCache({ onError: signOutOn401 }),
		defaultOptions: {
			queries: {
				// Every query here is about the person: without one there is nothing to ask.
				enabled: () => typeof document !== "undefined" && readCredential(document.cookie) !== null,
				staleTime: 15_000,
				retry: (count, error) => count < 2 && (!isProblem(error) || error.status >= 500),
				retryDelay: (attempt) => 400 * 2 ** attempt,
			},
		},
	});
}

export const queryClient = createQueryClient();
whenLoggedOut(() => queryClient.clear());

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
