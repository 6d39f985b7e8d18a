import { useQuery } from "@tanstack/react-query";
import { $api } from "~/hotel/api";

/** Sensors report every minute; the dashboard need not be that fast. */
const POLL_INTERVAL_MS = 30_000;

/** One hotel at a glance. */
export function useDashboard(hotelId: number) {
	const params = { path: { hotelId } };
	return useQuery({
		...$api.queryOptions("get", "/hotel/hotels/{hotelId}/dashboard", { params }),
		refetchInterval: POLL_INTERVAL_MS,
	});
}
