import { useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import type { ClientKind, Role } from "~/hotel/types";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

interface ClientBody {
	name: string;
	kind: ClientKind;
	address: string;
	headquartersId: number | null;
	partnerId: number | null;
	active: boolean;
}

/** Creates a client, or changes one, except for its kind. */
export function useSaveClient(id: number | null) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: ClientBody) =>
			id === null
				? unwrap(api.POST("/hotel/clients", { body }))
				: unwrap(api.PUT("/hotel/clients/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}

/** The accounts of all clients, or of one. */
export function useUsers(clientId?: number) {
	return useQuery(
		$api.queryOptions("get", "/hotel/users", { params: { query: clientId ? { clientId } : {} } }),
	);
}

interface UserBody {
	name: string;
	contact: string;
	memo: string;
	classification: string;
	role: Role;
	clientId: number | null;
}

/** Creates an account. Only this response has its temporary password. */
export function useCreateUser() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: UserBody & { loginId: string }) => unwrap(api.POST("/hotel/users", { body })),
		onSuccess: () => void invalidate(),
	});
}

export function useChangeUser(id: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: UserBody) => unwrap(api.PUT("/hotel/users/{id}", { params: { path: { id } }, body })),
		onSuccess: () => void invalidate(),
	});
}

/** Activates a deactivated account. Only this response has its temporary password. */
export function useReactivateUser() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: async (id: number) => {
			const params = { path: { id } };
			return (await unwrap(api.PUT("/hotel/users/{id}", { params, body: { active: true } })))
				.temporaryPassword;
		},
		onSuccess: () => void invalidate(),
	});
}

/** Deactivates an account and ends all its sessions. */
export function useEndUser() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) => unwrapEmpty(api.DELETE("/hotel/users/{id}", { params: { path: { id } } })),
		onSuccess: () => void invalidate(),
	});
}

/** Sets a new temporary password, shown only once. */
export function useResetUser() {
	return useMutation({
		mutationFn: async (id: number) =>
			(await unwrap(api.POST("/hotel/users/{id}/reset-password", { params: { path: { id } } })))
				.temporaryPassword,
	});
}
