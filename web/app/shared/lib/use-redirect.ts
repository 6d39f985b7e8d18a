import { REDIRECT, safeRedirect } from "./redirect";
import { useHydratedSearchParams } from "./use-hydrated-search-params";

/** The way back in the URL. */
export function useRedirect(): string | null {
	return safeRedirect(useHydratedSearchParams().get(REDIRECT));
}
