import { useInfiniteQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { unwrap } from "~/shared/api/unwrap";
import { koreanDay } from "~/shared/lib/korea";

/** The user's refills of today, newest first. */
export function useDoneToday(hotelId: number) {
	const path = { hotelId };
	const query = { day: koreanDay(new Date()), mine: true };
	return useInfiniteQuery({
		queryKey: [
			...$api.queryOptions("get", "/hotel/hotels/{hotelId}/refills", { params: { path } }).queryKey,
			"pages",
			query,
		],
		queryFn: ({ pageParam, signal }) => {
			const page = pageParam ? { cursor: pageParam } : {};
			return unwrap(
				api.GET("/hotel/hotels/{hotelId}/refills", {
					params: { path, query: { ...query, ...page } },
					signal,
				}),
			);
		},
		initialPageParam: "",
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
}
