import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

/** Sensors report every minute; the dashboard need not poll much faster. */
const POLL_INTERVAL_MS = 30_000;

/** The dashboard of one hotel. */
export function useDashboard(hotelId: number) {
	const params = { path: { hotelId } };
	return useQuery({
		...$api.queryOptions("get", "/hotel/hotels/{hotelId}/dashboard", { params }),
		refetchInterval: POLL_INTERVAL_MS,
	});
}
