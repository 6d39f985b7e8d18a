import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { Product } from "~/hotel/types";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

interface Path {
	hotelId: number;
	productId: number;
}

/** The stock entries of a product, newest first. */
export function useEntries(path: Path) {
	return useInfiniteQuery({
		queryKey: [
			...$api.queryOptions("get", "/hotel/hotels/{hotelId}/stock/{productId}/entries", { params: { path } })
				.queryKey,
			"pages",
		],
		queryFn: ({ pageParam, signal }) =>
			unwrap(
				api.GET("/hotel/hotels/{hotelId}/stock/{productId}/entries", {
					params: { path, query: pageParam ? { cursor: pageParam } : {} },
					signal,
				}),
			),
		initialPageParam: "",
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
}

/** Records a count of the storeroom. */
export function useCount(path: Path) {
	const invalidate = useInvalidateHotel();
	const keyOf = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: { ml: number; reason: string }) =>
			unwrapEmpty(
				api.POST("/hotel/hotels/{hotelId}/stock/{productId}/counts", {
					params: { path, header: { "idempotency-key": keyOf(body) } },
					body,
				}),
			),
		onSuccess: () => invalidate(),
	});
}

/** Sets how much of a product the hotel can store. */
export function useSetCapacity(path: Path) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: { capacityMl: number }) =>
			unwrapEmpty(api.PUT("/hotel/hotels/{hotelId}/stock/{productId}", { params: { path }, body })),
		onSuccess: () => invalidate(),
	});
}

/** Creates or changes a product. */
export function useSaveProduct(id: number | null) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: Omit<Product, "id">) =>
			id === null
				? unwrap(api.POST("/hotel/products", { body }))
				: unwrap(api.PUT("/hotel/products/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}
