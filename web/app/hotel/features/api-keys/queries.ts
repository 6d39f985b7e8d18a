import { useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/hotel/api";
import { useInvalidateHotel } from "~/hotel/lib/invalidate";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

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

/** Changes what a key is called and when it may be used; the key itself stays. */
export function useChangeApiKey(id: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: Omit<KeyBody, "clientId">) =>
			unwrap(api.PUT("/hotel/api-keys/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}

/** Ends a key at once. */
export function useRevokeApiKey() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) => unwrapEmpty(api.DELETE("/hotel/api-keys/{id}", { params: { path: { id } } })),
		onSuccess: () => void invalidate(),
	});
}
