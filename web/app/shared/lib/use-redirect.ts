import { REDIRECT, safeRedirect } from "./redirect";
import { useHydratedSearchParams } from "./use-hydrated-search-params";

/** The way back that the address carries. */
export function useRedirect(): string | null {
	return safeRedirect(useHydratedSearchParams().get(REDIRECT));
}
