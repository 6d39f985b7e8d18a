import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/patient/api";
import { peopleOptions } from "~/patient/lib/people";
import type { AccountPerson, NewPerson } from "~/shared/api/types";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

/** Adds a person, or corrects the one with this id, whose name every record shows. */
export function useSavePerson(id: number | null) {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	return useMutation({
		mutationFn: async (body: NewPerson): Promise<AccountPerson> => {
			const call =
				id === null
					? api.POST("/patients/people", { body, headers: { "Idempotency-Key": keyOf(body) } })
					: api.PUT("/patients/people/{id}", { params: { path: { id } }, body });
			return (await unwrap(call)).person;
		},
		onSuccess: () => client.invalidateQueries(id === null ? { queryKey: peopleOptions.queryKey } : undefined),
	});
}

/** Removes a person, and refetches every list that showed the person's data. */
export function useRemovePerson(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => unwrapEmpty(api.DELETE("/patients/people/{id}", { params: { path: { id } } })),
		onSuccess: () => client.invalidateQueries(),
	});
}
