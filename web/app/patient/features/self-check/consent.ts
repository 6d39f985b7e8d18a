import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/consents");

/** Whether the patient has consented to the processing of health data; null while unknown. */
export function useHealthConsent() {
	const query = useQuery(options);
	const given = query.data?.consents.some((each) => each.kind === "health" && each.withdrawnAt === null);
	return { given: given ?? null, error: query.error, refetch: query.refetch };
}

/** Stores the consent; the server records the text's version, the time and the IP address. */
export function useGiveConsent() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => unwrap(api.PUT("/patients/consents", { body: { kind: "health", given: true } })),
		onSuccess: (data) => client.setQueryData(options.queryKey, data),
	});
}
