import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { Operator } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const operatorsOptions = $api.queryOptions("get", "/ops/operators");

export const useOperators = () => useQuery(operatorsOptions);

function useInvalidateOperators() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: operatorsOptions.queryKey });
}

/** Creates an account. Only this response has its temporary password. */
export function useAddOperator() {
	return useMutation({
		mutationFn: (body: { loginId: string; name: string; role: string }) =>
			unwrap(api.POST("/ops/operators", { body })),
		onSuccess: useInvalidateOperators(),
	});
}

/** Changes an account. Reactivating it returns a temporary password. */
export function usePutOperator() {
	return useMutation({
		mutationFn: ({ id, name, role, active }: Pick<Operator, "id" | "name" | "active"> & { role: string }) =>
			unwrap(api.PUT("/ops/operators/{id}", { params: { path: { id } }, body: { name, role, active } })),
		onSettled: useInvalidateOperators(),
	});
}

/** Replaces a colleague's password and second factor with a temporary password. */
export function useResetOperator(id: number) {
	return useMutation({
		mutationFn: (reason: string) =>
			unwrap(api.POST("/ops/operators/{id}/reset", { params: { path: { id } }, body: { reason } })),
		onSettled: useInvalidateOperators(),
	});
}
