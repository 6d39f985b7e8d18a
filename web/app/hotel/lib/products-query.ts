import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

const FRESH_MS = 60_000;

/** What can be ordered, the products out of sale too. */
export function useProducts() {
	return useQuery({ ...$api.queryOptions("get", "/hotel/products"), staleTime: FRESH_MS });
}
