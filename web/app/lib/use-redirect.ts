import { REDIRECT, safeRedirect } from "./redirect";
import { useQuery } from "./use-query";

/** The way back that the address carries. */
export function useRedirect(): string | null {
	return safeRedirect(useQuery().get(REDIRECT));
}
