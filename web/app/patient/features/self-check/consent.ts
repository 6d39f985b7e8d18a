import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";

const options = $api.queryOptions("get", "/patients/consents");

/** Whether the person has agreed to the processing of health data; null while that is not known. */
export function useHealthConsent() {
	const query = useQuery(options);
	const given = query.data?.consents.some((each) => each.kind === "health" && each.withdrawnAt === null);
	return { given: given ?? null, error: query.error, refetch: query.refetch };
}

/** Stores the consent; the server keeps the text's version, the time and the address. */
export function useGiveConsent() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async () => {
			const { data, error } = await api.PUT("/patients/consents", { body: { kind: "health", given: true } });
			if (!data) throw error;
			return data;
		},
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
