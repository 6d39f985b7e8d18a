import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { Sensor, SensorState } from "~/hotel/types";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 30_000;

interface Filters {
	state?: SensorState;
	q?: string;
}

/** The sensors of a hotel, those that need attention first. */
export function useSensors(hotelId: number, filters: Filters) {
	const path = { hotelId };
	return useInfiniteQuery({
		queryKey: [
			...$api.queryOptions("get", "/hotel/hotels/{hotelId}/sensors", { params: { path } }).queryKey,
			"pages",
			filters,
		],
		queryFn: ({ pageParam, signal }) => {
			const page = pageParam ? { cursor: pageParam } : {};
			return unwrap(
				api.GET("/hotel/hotels/{hotelId}/sensors", {
					params: { path, query: { ...filters, ...page } },
					signal,
				}),
			);
		},
		initialPageParam: "",
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
		refetchInterval: POLL_INTERVAL_MS,
	});
}

/** A sensor with its readings of each of the last days. */
export function useSensorDays(id: number) {
	return useQuery({
		...$api.queryOptions("get", "/hotel/sensors/{id}/days", { params: { path: { id } } }),
		refetchInterval: POLL_INTERVAL_MS,
	});
}

interface SensorBody {
	serial: string;
	type: Sensor["type"];
	location: string;
	dispenserId: number | null;
	replaceDate: string | null;
}

/** Registers or changes a sensor. */
export function useSaveSensor(hotelId: number, id: number | null) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: SensorBody) =>
			id === null
				? unwrap(api.POST("/hotel/hotels/{hotelId}/sensors", { params: { path: { hotelId } }, body }))
				: unwrap(api.PUT("/hotel/sensors/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}

/** Records that somebody checked a sensor. Only that is sent: the listed settings may be out of date. */
export function useCheckSensor(id: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: () =>
			unwrap(api.PUT("/hotel/sensors/{id}", { params: { path: { id } }, body: { state: "normal" } })),
		onSuccess: () => invalidate(),
	});
}
