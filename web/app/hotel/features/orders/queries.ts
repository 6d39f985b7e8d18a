import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useDownload } from "~/hotel/lib/download";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { Order, OrderState } from "~/hotel/types";
import { unwrap } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

const POLL_INTERVAL_MS = 30_000;

export interface OrderFilters {
	hotelId?: number;
	state?: OrderState;
	q?: string;
}

/** Orders, newest first. */
export function useOrders(query: OrderFilters) {
	return useInfiniteQuery({
		queryKey: [...$api.queryOptions("get", "/hotel/orders").queryKey, "pages", query],
		queryFn: ({ pageParam, signal }) => {
			const page = pageParam ? { cursor: pageParam } : {};
			return unwrap(api.GET("/hotel/orders", { params: { query: { ...query, ...page } }, signal }));
		},
		initialPageParam: "",
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
		refetchInterval: POLL_INTERVAL_MS,
	});
}

/** Downloads the filtered orders as a file. */
export function useOrdersFile(query: OrderFilters) {
	return useDownload("orders.csv", () =>
		api.GET("/hotel/orders.csv", { params: { query }, parseAs: "blob" }),
	);
}

const orderOptions = (id: number) =>
	$api.queryOptions("get", "/hotel/orders/{id}", { params: { path: { id } } });

export function useOrder(id: number) {
	return useQuery({ ...orderOptions(id), refetchInterval: POLL_INTERVAL_MS });
}

/** Caches the order that a step returned. The screens refetch even after a failure. */
function useOrderChange<Change>(id: number, send: (change: Change) => Promise<Order>) {
	const client = useQueryClient();
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: send,
		onSuccess: (order) => client.setQueryData(orderOptions(id).queryKey, order),
		onSettled: () => void invalidate(),
	});
}

interface Step {
	version: number;
	to: OrderState;
	courierCompany?: string;
	trackingNumber?: string;
}

/** Moves the order to its next step. */
export function useAdvance(id: number) {
	const keyOf = useIdempotencyKey();
	return useOrderChange<Step>(id, (body) => {
		const params = { path: { id }, header: { "idempotency-key": keyOf(body) } };
		return unwrap(api.POST("/hotel/orders/{id}/advance", { params, body }));
	});
}

export function useCancel(id: number) {
	return useOrderChange<{ version: number; reason: string }>(id, (body) =>
		unwrap(api.POST("/hotel/orders/{id}/cancel", { params: { path: { id } }, body })),
	);
}
