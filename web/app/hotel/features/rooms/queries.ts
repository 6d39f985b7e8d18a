import { useMutation } from "@tanstack/react-query";
import { api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

interface RoomBody {
	number: string;
	floor: number;
}

/** Creates or changes a room. */
export function useSaveRoom(hotelId: number, id: number | null) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: RoomBody) =>
			id === null
				? unwrap(api.POST("/hotel/hotels/{hotelId}/rooms", { params: { path: { hotelId } }, body }))
				: unwrap(api.PUT("/hotel/rooms/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}

export function useDeleteRoom() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) => unwrapEmpty(api.DELETE("/hotel/rooms/{id}", { params: { path: { id } } })),
		onSuccess: () => invalidate(),
	});
}

interface DispenserBody {
	productId: number;
	capacityMl: number;
	thresholdPercent: number;
}

/** Mounts a dispenser in a room, or changes one. */
export function useSaveDispenser(roomId: number, id: number | null) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: async (body: DispenserBody) => {
			if (id === null) {
				await unwrap(api.POST("/hotel/rooms/{id}/dispensers", { params: { path: { id: roomId } }, body }));
			} else {
				await unwrap(api.PUT("/hotel/dispensers/{id}", { params: { path: { id } }, body }));
			}
		},
		onSuccess: () => invalidate(),
	});
}

export function useDeleteDispenser() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) =>
			unwrapEmpty(api.DELETE("/hotel/dispensers/{id}", { params: { path: { id } } })),
		onSuccess: () => invalidate(),
	});
}
