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
	/** YYYY-MM-DD, both inclusive. */
	validFrom: string;
	validTo: string;
	/** The partner, if somebody else creates the key. */
	clientId?: number;
}

/** Creates a key. Only this response has it. */
export function useCreateApiKey() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: KeyBody) => unwrap(api.POST("/hotel/api-keys", { body })),
		onSuccess: () => void invalidate(),
	});
}

/** Changes a key's name and validity; the key itself stays the same. */
export function useChangeApiKey(id: number) {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (body: Omit<KeyBody, "clientId">) =>
			unwrap(api.PUT("/hotel/api-keys/{id}", { params: { path: { id } }, body })),
		onSuccess: () => invalidate(),
	});
}

/** Revokes a key immediately. */
export function useRevokeApiKey() {
	const invalidate = useInvalidateHotel();
	return useMutation({
		mutationFn: (id: number) => unwrapEmpty(api.DELETE("/hotel/api-keys/{id}", { params: { path: { id } } })),
		onSuccess: () => void invalidate(),
	});
}
