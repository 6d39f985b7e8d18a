import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { Room } from "~/hotel/types";
import { unwrap } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

const POLL_INTERVAL_MS = 20_000;

const roomsOptions = (hotelId: number) =>
	$api.queryOptions("get", "/hotel/hotels/{hotelId}/rooms", { params: { path: { hotelId } } });

/** All rooms of a hotel with their dispensers and tasks. */
export function useRooms(hotelId: number) {
	return useQuery({ ...roomsOptions(hotelId), refetchInterval: POLL_INTERVAL_MS });
}

interface Refill {
	dispenserId: number;
	/** The level when the button was pressed. It is part of the idempotency key: a press at another level is another refill. */
	levelMl: number;
	/** Omitted: filled up. */
	ml?: number;
}

/** Records a refill. A retry does not record it twice, but the next refill at the same level is another one. */
export function useRefill(hotelId: number) {
	const client = useQueryClient();
	const invalidate = useInvalidateHotel();
	const keyOf = useIdempotencyKey();
	const recorded = useRef(0);
	const setRoom = (room: Room) =>
		client.setQueryData<{ items: Room[] }>(roomsOptions(hotelId).queryKey, (rooms) =>
			rooms ? { ...rooms, items: rooms.items.map((each) => (each.id === room.id ? room : each)) } : rooms,
		);
	return useMutation({
		mutationFn: (refill: Refill) => {
			const { dispenserId: id, ml } = refill;
			return unwrap(
				api.POST("/hotel/dispensers/{id}/refills", {
					params: {
						path: { id },
						header: { "idempotency-key": keyOf({ ...refill, recorded: recorded.current }) },
					},
					body: ml === undefined ? {} : { ml },
				}),
			);
		},
		onSuccess: ({ room }) => {
			recorded.current += 1;
			setRoom(room);
		},
		onSettled: () => void invalidate(),
	});
}
