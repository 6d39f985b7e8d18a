import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/patient/api";
import { peopleOptions } from "~/patient/lib/people";
import type { AccountPerson, NewPerson } from "~/shared/api/types";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

/** Adds a person, or corrects the one with this id. */
export function useSavePerson(id: number | null) {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	return useMutation({
		mutationFn: async (body: NewPerson): Promise<AccountPerson> => {
			const { data, error } =
				id === null
					? await api.POST("/patients/people", { body, headers: { "Idempotency-Key": keyOf(body) } })
					: await api.PUT("/patients/people/{id}", { params: { path: { id } }, body });
			if (!data) throw error;
			return data.person;
		},
		onSuccess: () => client.invalidateQueries({ queryKey: peopleOptions.queryKey }),
	});
}

/** Removes a person, and refetches every list that showed the person's data. */
export function useRemovePerson(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const { error } = await api.DELETE("/patients/people/{id}", { params: { path: { id } } });
			if (error) throw error;
		},
		onSuccess: () => client.invalidateQueries(),
	});
}
