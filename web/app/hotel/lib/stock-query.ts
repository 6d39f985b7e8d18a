import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

/** A hotel's stock of each product. */
export function useStock(hotelId: number) {
	const params = { path: { hotelId } };
	return useQuery($api.queryOptions("get", "/hotel/hotels/{hotelId}/stock", { params }));
}
