import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";

const never = () => () => {};
const NOTHING = new URLSearchParams();

/** Whether the page runs in the browser: a prerendered page's first look must be the same for everybody. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}

/** The address's query. A prerendered page knows none, so its first look has none. */
export function useHydratedSearchParams(): URLSearchParams {
	const [query] = useSearchParams();
	return useHydrated() ? query : NOTHING;
}
