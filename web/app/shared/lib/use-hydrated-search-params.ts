import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";

const noSubscribe = () => () => {};
const EMPTY_PARAMS = new URLSearchParams();

/** Whether the page is hydrated. The first render must match the prerendered HTML, which is the same for everybody. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		noSubscribe,
		() => true,
		() => false,
	);
}

/** The URL's query parameters; empty during prerendering and the first render. */
export function useHydratedSearchParams(): URLSearchParams {
	const [query] = useSearchParams();
	return useHydrated() ? query : EMPTY_PARAMS;
}
