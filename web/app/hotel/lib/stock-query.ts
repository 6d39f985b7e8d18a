import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

/** Stock below this share of the capacity is low, as on the server (`domain::hotel::stock`). */
export const LOW_STOCK_PERCENT = 20;

/** A hotel's stock of each product. */
export function useStock(hotelId: number) {
	const params = { path: { hotelId } };
	return useQuery($api.queryOptions("get", "/hotel/hotels/{hotelId}/stock", { params }));
}
