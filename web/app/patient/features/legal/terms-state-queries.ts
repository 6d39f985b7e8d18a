import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { DocumentName } from "./editions";

const options = $api.queryOptions("get", "/patients/me/terms");

/** The current editions, and which ones the patient agreed to. */
export function useTermsState() {
	return useQuery(options);
}

/** Agrees to an edition. */
export function useAgree() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (body: { document: DocumentName; effective: string }) => {
			const { data, error } = await api.PUT("/patients/me/terms", { body });
			if (!data) throw error;
			return data;
		},
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
