import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

const POLL_INTERVAL_MS = 30_000;

/** The dashboard of all hotels of the user. */
export function useOverview() {
	return useQuery({ ...$api.queryOptions("get", "/hotel/dashboard"), refetchInterval: POLL_INTERVAL_MS });
}
