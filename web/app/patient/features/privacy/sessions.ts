import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { isStatus } from "~/shared/api/problem";
import type { PatientSession } from "~/shared/api/types";
import { unwrapEmpty } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/sessions");

/** The patient's sessions, most recently used first. */
export function useSessions() {
	return useQuery(options);
}

/** Signs out another device. */
export function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id }: PatientSession) =>
			unwrapEmpty(api.DELETE("/patients/sessions/{id}", { params: { path: { id } } })).catch((error) => {
				// A session that has already ended counts as signed out.
				if (!isStatus(error, 404)) throw error;
			}),
		onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
	});
}

/** Signs out on all devices, including this one. */
export function useEndSessions(onEnded: () => void) {
	return useMutation({
		mutationFn: () => unwrapEmpty(api.DELETE("/patients/sessions")),
		onSuccess: onEnded,
	});
}

/** Confirms that the session's holder owns the account; throws the server's problem unchanged. */
export async function confirmOwner(proof: { password: string } | { phoneToken: string }): Promise<void> {
	await unwrapEmpty(api.POST("/patients/auth/confirm", { body: proof }));
}

/** Deletes the account of a confirmed session. */
export async function deleteAccount(): Promise<void> {
	await unwrapEmpty(api.DELETE("/patients/me"));
}
