import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

const STALE_TIME_MS = 60_000;

/** All products, including those out of sale. */
export function useProducts() {
	return useQuery({ ...$api.queryOptions("get", "/hotel/products"), staleTime: STALE_TIME_MS });
}
