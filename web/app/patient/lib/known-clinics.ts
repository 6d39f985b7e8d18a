import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { ClinicSearch, Institution } from "~/shared/api/types";
import { unwrapEmpty } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/institutions", { params: { query: {} } });

/** The clinics that the patient knows: favorites, most recently marked first, and earlier ones. */
export function useKnownClinics() {
	return useQuery(options);
}

/** Whether a clinic is a favorite, with its setter; null while unknown. */
export function useFavorite(institution: Institution) {
	const client = useQueryClient();
	const { data, dataUpdatedAt } = useKnownClinics();
	const save = useMutation({
		// Quick presses run one after the other.
		scope: { id: `favorite-${institution.id}` },
		mutationFn: (isFavorite: boolean) => {
			const params = { path: { id: institution.id } };
			const path = "/patients/institutions/{id}/favorite";
			return unwrapEmpty(isFavorite ? api.PUT(path, { params }) : api.DELETE(path, { params }));
		},
		onSuccess: (_, isFavorite) =>
			client.setQueryData<ClinicSearch>(
				options.queryKey,
				(known) => {
					const others = known?.favorites.filter(({ id }) => id !== institution.id) ?? [];
					return known && { ...known, favorites: isFavorite ? [institution, ...others] : others };
				},
				// Keeps `dataUpdatedAt`, so that lists which depend on it keep their order.
				{ updatedAt: dataUpdatedAt },
			),
	});
	const saved = data ? data.favorites.some(({ id }) => id === institution.id) : null;
	return {
		isFavorite: save.isPending ? save.variables : saved,
		error: save.error,
		change: save.mutate,
	};
}
