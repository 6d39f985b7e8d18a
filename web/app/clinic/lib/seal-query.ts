import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";

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
		mutationFn: async (body: SealRequest) => {
			const { data, error } = await api.PUT("/institutions/seal", { body });
			if (!data) throw error;
			return data;
		},
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}

export function useRemoveSeal() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const { error, response } = await api.DELETE("/institutions/seal");
			if (!response.ok) throw error;
		},
		onSuccess: () => client.setQueryData(options.queryKey, { seal: null }),
	});
}
