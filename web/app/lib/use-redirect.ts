import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { REDIRECT, safeRedirect } from "./redirect";

const never = () => () => {};

/** The way back that the address carries. A prerendered page knows no query, so its first look has none. */
export function useRedirect(): string | null {
	const [query] = useSearchParams();
	const prerendered = useSyncExternalStore(
		never,
		() => false,
		() => true,
	);
	return prerendered ? null : safeRedirect(query.get(REDIRECT));
}
