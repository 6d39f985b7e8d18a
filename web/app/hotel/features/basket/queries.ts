import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { NewOrder } from "~/hotel/types";
import { unwrap } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

/** The server's price for an order. */
export function useQuote(order: NewOrder) {
	return useQuery({
		...$api.queryOptions("post", "/hotel/quotes", { body: order }),
		enabled: order.lines.length > 0,
		placeholderData: keepPreviousData,
	});
}

/** Places an order. A retry with the same basket does not create a second one. A refusal can mean new prices. */
export function usePlaceOrder() {
	const keyOf = useIdempotencyKey();
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: NewOrder) =>
			unwrap(api.POST("/hotel/orders", { body, params: { header: { "idempotency-key": keyOf(body) } } })),
		onSettled: () => void invalidate(),
	});
}
