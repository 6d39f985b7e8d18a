import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/institutions/seal");

/** The clinic's stored seal, without its pictures; null where there is none. */
export function useSeal() {
	return useQuery(options);
}

export interface SealRequest {
	seal: string;
	signature: string;
	doctorName: string;
	doctorLicense: string;
	confirmed: boolean;
}

export function useStoreSeal() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: SealRequest) => unwrap(api.PUT("/institutions/seal", { body })),
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}

export function useRemoveSeal() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => unwrapEmpty(api.DELETE("/institutions/seal")),
		onSuccess: () => client.setQueryData(options.queryKey, { seal: null }),
	});
}
