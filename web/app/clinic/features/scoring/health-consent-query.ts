import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import type { Application } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const options = (id: number) =>
	$api.queryOptions("get", "/institutions/tcis/{id}/health-consent", { params: { path: { id } } });

/** Whether photos of an application's person may be added. */
export function useHealthConsent(id: number) {
	return useQuery(options(id));
}

/**
 * Whether photos may be added now. False until the consent is known, because an upload stores the photo before the
 * server checks the consent.
 */
export function useMayAddPhotos({ id, status }: Application): boolean {
	const query = options(id);
	return useQuery(status === 1 ? query : { ...query, enabled: false }).data?.allowed ?? false;
}

export type Proof = { signature: string } | { paperReference: string };

/** Records the consent that a walk-in patient signed. */
export function useRecordHealthConsent(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { signer: string } & Proof) =>
			unwrap(api.PUT("/institutions/tcis/{id}/health-consent", { params: { path: { id } }, body })),
		onSuccess: (data) => client.setQueryData(options(id).queryKey, data),
		// a colleague may have recorded one meanwhile, which is never replaced
		onError: () => client.invalidateQueries(options(id)),
	});
}
