import { useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import { unwrap } from "~/shared/api/unwrap";

export function useApiKeys() {
	return useQuery($api.queryOptions("get", "/hotel/api-keys"));
}

interface KeyBody {
	name: string;
	category: string;
	/** YYYY-MM-DD, both counted. */
	validFrom: string;
	validTo: string;
	/** Whose key it is, where somebody else makes it. */
	clientId?: number;
}

/** Makes a key; the answer carries it, this once. */
export function useCreateApiKey() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: KeyBody) => unwrap(api.POST("/hotel/api-keys", { body })),
		onSuccess: () => void invalidate(),
	});
}

/** Ends a key at once. */
export function useRevokeApiKey() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: async (id: number) => {
			const { error, response } = await api.DELETE("/hotel/api-keys/{id}", { params: { path: { id } } });
			if (!response.ok) throw error;
		},
		onSuccess: () => void invalidate(),
	});
}
