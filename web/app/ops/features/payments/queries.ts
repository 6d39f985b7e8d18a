import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const findingsOptions = $api.queryOptions("get", "/ops/payments");

/** Discrepancies between our records and the providers', over all tenants. */
export const useFindings = () => useQuery(findingsOptions);

/** Payouts of the providers in a month, by tenant and day. */
export const useSettlements = (month: string) =>
	useQuery($api.queryOptions("get", "/ops/settlements", { params: { query: { month } } }));

/** Marks a discrepancy as resolved. Refetches the list even after a conflict. */
export function useResolve(tenantId: number, id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (note: string) =>
			unwrap(
				api.POST("/ops/payments/{tenantId}/findings/{id}/resolve", {
					params: { path: { tenantId, id } },
					body: { note },
				}),
			),
		onSettled: () => client.invalidateQueries({ queryKey: findingsOptions.queryKey }),
	});
}
