import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { readCredential, type Whose } from "~/lib/cookies";
import { isProblem } from "./problem";

/** Keeps what the server said to somebody. An answered error is not asked again; a lost call is, twice. */
export function createQueryClient(whose: Whose, onError: (error: unknown) => void): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				// Every query here is about somebody: without a session there is nothing to ask.
				enabled: () => typeof document !== "undefined" && readCredential(document.cookie, whose) !== null,
				staleTime: 15_000,
				retry: (count, error) => count < 2 && (!isProblem(error) || error.status >= 500),
				retryDelay: (attempt) => 400 * 2 ** attempt,
			},
		},
	});
}
