import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

const options = $api.queryOptions("get", "/institutions/staff");
const securityOptions = $api.queryOptions("get", "/institutions/security");

export const ROLES = ["shooting_expert", "analysis_expert", "clinic_admin"] as const;

export function useStaffList() {
	return useQuery(options);
}

interface NewMember {
	loginId: string;
	name: string;
	role: string;
}

/** Creates an account. Only this response has its temporary password. */
export function useCreateStaff() {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: NewMember) =>
			unwrap(api.POST("/institutions/staff", { body, headers: { "Idempotency-Key": keyOf(body) } })),
		onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/**
 * Changes an account's name or role, deactivates it and ends its sessions, or activates it again. Activating returns a
 * temporary password, which is shown once.
 */
export function useChangeMember(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (change: { name?: string; role?: string; active?: boolean }) => {
			const params = { path: { id } };
			if (change.active === false) {
				await unwrapEmpty(api.DELETE("/institutions/staff/{id}", { params }));
				return null;
			}
			const { temporaryPassword } = await unwrap(
				api.PUT("/institutions/staff/{id}", { params, body: change }),
			);
			return temporaryPassword;
		},
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** Sets a new temporary password for a colleague, shown only once. */
export function useResetPassword(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const { temporaryPassword } = await unwrap(
				api.POST("/institutions/staff/{id}/password", { params: { path: { id } } }),
			);
			return temporaryPassword;
		},
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** Removes a colleague's second factor. */
export function useResetFactor(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () =>
			unwrapEmpty(api.DELETE("/institutions/staff/{id}/second-factor", { params: { path: { id } } })),
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** The permissions of each role. */
export function useRoles() {
	return useQuery($api.queryOptions("get", "/institutions/roles")).data?.roles ?? [];
}

export const useSecurity = () => useQuery(securityOptions);

/** Sets whether the clinic's staff need a second factor. */
export function useSetSecurity() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (secondFactorRequired: boolean) =>
			unwrap(api.PUT("/institutions/security", { body: { secondFactorRequired } })),
		onSuccess: (data) => client.setQueryData(securityOptions.queryKey, data),
	});
}
