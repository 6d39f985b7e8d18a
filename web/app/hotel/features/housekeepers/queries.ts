import { useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

export function useHousekeepers(hotelId: number) {
	return useQuery($api.queryOptions("get", "/hotel/housekeepers", { params: { query: { hotelId } } }));
}

interface PersonBody {
	name: string;
	contact: string;
	memo: string;
	classification: string;
}

/** Creates a housekeeper's account. Only this response has its temporary password. */
export function useCreateHousekeeper(hotelId: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: PersonBody & { loginId: string }) =>
			unwrap(api.POST("/hotel/housekeepers", { body: { ...body, hotelId } })),
		onSuccess: () => void invalidate(),
	});
}

export function useChangeHousekeeper(id: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: PersonBody) =>
			unwrap(api.PUT("/hotel/housekeepers/{id}", { params: { path: { id } }, body })),
		onSuccess: () => void invalidate(),
	});
}

/** Activates a deactivated account. Only this response has its temporary password. */
export function useReactivateHousekeeper() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: async (id: number) => {
			const params = { path: { id } };
			const call = api.PUT("/hotel/housekeepers/{id}", { params, body: { active: true } });
			return (await unwrap(call)).temporaryPassword;
		},
		onSuccess: () => void invalidate(),
	});
}

/** Deactivates an account and ends all its sessions. */
export function useEndHousekeeper() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) =>
			unwrapEmpty(api.DELETE("/hotel/housekeepers/{id}", { params: { path: { id } } })),
		onSuccess: () => void invalidate(),
	});
}

/** Sets a new temporary password, shown only once. */
export function useResetHousekeeper() {
	return useMutation({
		mutationFn: async (id: number) =>
			(await unwrap(api.POST("/hotel/housekeepers/{id}/reset-password", { params: { path: { id } } })))
				.temporaryPassword,
	});
}
