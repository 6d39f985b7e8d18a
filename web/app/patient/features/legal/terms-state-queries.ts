import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { unwrap } from "~/shared/api/unwrap";
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
		mutationFn: (body: { document: DocumentName; effective: string }) =>
			unwrap(api.PUT("/patients/me/terms", { body })),
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
