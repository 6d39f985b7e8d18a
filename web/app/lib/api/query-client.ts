import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isProblem } from "./problem";

/**
 * Keeps what the server said to somebody, and asks while `mayAsk` says that somebody is there. An answered error is not asked
 * again; a lost call is, twice.
 */
export function createQueryClient(mayAsk: () => boolean, onError: (error: unknown) => void): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				// Every query here is about somebody: without a session there is nothing to ask.
				enabled: () => typeof document !== "undefined" && mayAsk(),
				staleTime: 15_000,
				retry: (count, error) => count < 2 && (!isProblem(error) || error.status >= 500),
				retryDelay: (attempt) => 400 * 2 ** attempt,
			},
		},
	});
}
