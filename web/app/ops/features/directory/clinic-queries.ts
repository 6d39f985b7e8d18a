import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { Clinic, ClinicRequest } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const clinicsOptions = (id: number) =>
	$api.queryOptions("get", "/ops/tenants/{id}/clinics", { params: { path: { id } } });

export const useClinics = (tenantId: number) => useQuery(clinicsOptions(tenantId));

/** Adds or changes a clinic. */
export function useSaveClinic(id: number, clinic: Clinic | null) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ active, ...body }: ClinicRequest & { active: boolean }) =>
			clinic === null
				? unwrap(api.POST("/ops/tenants/{id}/clinics", { params: { path: { id } }, body }))
				: unwrap(
						api.PUT("/ops/tenants/{id}/clinics/{clinicId}", {
							params: { path: { id, clinicId: clinic.id } },
							body: { ...body, active, version: clinic.version },
						}),
					),
		onSuccess: () => client.invalidateQueries({ queryKey: clinicsOptions(id).queryKey }),
	});
}

/** Creates a clinic's admin. Only this response has the temporary credentials. */
export function useAddAdmin(id: number, clinicId: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { loginId: string; name: string; reason: string }) =>
			unwrap(
				api.POST("/ops/tenants/{id}/clinics/{clinicId}/admins", {
					params: { path: { id, clinicId } },
					body,
				}),
			),
		onSuccess: () => client.invalidateQueries({ queryKey: clinicsOptions(id).queryKey }),
	});
}
