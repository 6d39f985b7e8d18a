import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

/** What a hotel has of each product. */
export function useStock(hotelId: number) {
	const params = { path: { hotelId } };
	return useQuery($api.queryOptions("get", "/hotel/hotels/{hotelId}/stock", { params }));
}
