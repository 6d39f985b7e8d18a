import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { Operator } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const operators = $api.queryOptions("get", "/ops/operators");

export const useOperators = () => useQuery(operators);

function useInvalidateOperators() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: operators.queryKey });
}

/** Makes an account; the answer carries its temporary password, this once. */
export function useAddOperator() {
	return useMutation({
		mutationFn: (body: { loginId: string; name: string; role: string }) =>
			unwrap(api.POST("/ops/operators", { body })),
		onSuccess: useInvalidateOperators(),
	});
}

/** Changes an account; one that may sign in again has a temporary password. */
export function usePutOperator() {
	return useMutation({
		mutationFn: ({ id, name, role, active }: Pick<Operator, "id" | "name" | "active"> & { role: string }) =>
			unwrap(api.PUT("/ops/operators/{id}", { params: { path: { id } }, body: { name, role, active } })),
		onSettled: useInvalidateOperators(),
	});
}

/** Gives a colleague a temporary password in place of password and second factor. */
export function useResetOperator(id: number) {
	return useMutation({
		mutationFn: (reason: string) =>
			unwrap(api.POST("/ops/operators/{id}/reset", { params: { path: { id } }, body: { reason } })),
		onSettled: useInvalidateOperators(),
	});
}
