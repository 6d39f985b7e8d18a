import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { Insurer } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const insurersOptions = (id: number) =>
	$api.queryOptions("get", "/ops/tenants/{id}/insurers", { params: { path: { id } } });

export const useInsurers = (tenantId: number) => useQuery(insurersOptions(tenantId));

/** Adds or changes an insurer. */
export function useSaveInsurer(id: number, insurer: Insurer | null) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ active, ...body }: { name: string; position: number; active: boolean; reason: string }) =>
			insurer === null
				? unwrap(api.POST("/ops/tenants/{id}/insurers", { params: { path: { id } }, body }))
				: unwrap(
						api.PUT("/ops/tenants/{id}/insurers/{insurerId}", {
							params: { path: { id, insurerId: insurer.id } },
							body: { ...body, active, version: insurer.version },
						}),
					),
		onSuccess: () => client.invalidateQueries({ queryKey: insurersOptions(id).queryKey }),
	});
}
