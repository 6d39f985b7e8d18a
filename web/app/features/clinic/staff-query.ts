import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import { useRequestKey } from "~/lib/use-request-key";

const options = $api.queryOptions("get", "/institutions/staff");

export const ROLES = ["shooting_expert", "analysis_expert", "clinic_admin"] as const;

export function useStaffList() {
	return useQuery(options);
}

interface NewMember {
	loginId: string;
	name: string;
	role: string;
}

/** Lets somebody in; the answer carries the temporary password, this once. */
export function useHire() {
	const client = useQueryClient();
	const keyOf = useRequestKey();
	return useMutation({
		mutationFn: async (body: NewMember) => {
			const { data, error } = await api.POST("/institutions/staff", {
				body,
				headers: { "Idempotency-Key": keyOf(body) },
			});
			if (!data) throw error;
			return data;
		},
		onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** Changes name or role, lets back in, or shuts out: which also ends every session of that person. */
export function useChangeMember(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (change: { name?: string; role?: string; active?: boolean }) => {
			const params = { path: { id } };
			const { error, response } =
				change.active === false
					? await api.DELETE("/institutions/staff/{id}", { params })
					: await api.PUT("/institutions/staff/{id}", { params, body: change });
			if (!response.ok) throw error;
		},
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}
