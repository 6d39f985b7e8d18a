import { useDeferredValue } from "react";
import { useSearchParams } from "react-router";

const EMPTY_PARAMS = new URLSearchParams();
/** Whether the page's first render is done. Components that mount later show at once what is known. */
let isPageHydrated = false;

/** Called after the page's first render; with false by tests of that render. */
export function setHydrated(isHydrated: boolean): void {
	isPageHydrated = isHydrated;
}

/**
 * Whether the page is hydrated. The first render must match the prerendered HTML, which is the same for everybody. The
 * second is deferred, which React does in short tasks; a store would do it in one, together with the effects of the first.
 */
export function useHydrated(): boolean {
	return useDeferredValue(true, isPageHydrated);
}

/** The URL's query parameters; empty during prerendering and the first render. */
export function useHydratedSearchParams(): URLSearchParams {
	const [query] = useSearchParams();
	return useHydrated() ? query : EMPTY_PARAMS;
}
