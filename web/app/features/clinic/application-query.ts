import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import type { Application } from "~/lib/api/types";
import { hasStaffCredential } from "~/lib/staff-session";
import { isPending } from "~/lib/tci/grade";
import { worklistKey } from "./worklist-query";

const READING_MS = 700;
const OTHERS_MS = 15_000;

const options = (id: number) =>
	$api.queryOptions("get", "/institutions/tcis/{id}", { params: { path: { id } } });

const isBeingRead = ({ beforeTci, afterTci }: Application): boolean =>
	[beforeTci, afterTci].some((tci) => tci?.tciPicture && isPending(tci));

/** One application: looked at closely while a picture is being read, else for what others do to it. */
export function useClinicApplication(id: number) {
	return useQuery({
		...options(id),
		refetchInterval: ({ state }) => (state.data && isBeingRead(state.data.clinic) ? READING_MS : OTHERS_MS),
	});
}

/** Asks for the application of this address beside the question who is signed in, not after it. */
export function useEarlyApplication(id: number | null): void {
	const client = useQueryClient();
	useEffect(() => {
		if (id !== null && hasStaffCredential()) void client.prefetchQuery(options(id));
	}, [client, id]);
}

/** Takes over an application that a call answered. */
export function useTakeOver() {
	const client = useQueryClient();
	return (clinic: Application) => {
		client.setQueryData(options(clinic.id).queryKey, { clinic });
		void client.invalidateQueries({ queryKey: worklistKey });
	};
}

/** Who opens an application has seen it: the list says so, too. */
export function useSeen(id: number): void {
	const client = useQueryClient();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each application opened
	useEffect(() => {
		void client.invalidateQueries({ queryKey: worklistKey });
	}, [client, id]);
}

/** Asks anew for an application. */
export function useLookAgain(id: number) {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: options(id).queryKey });
}

/** Takes an application (1), completes it (2) or refuses it (-1). */
export function useSetStatus(id: number) {
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(id);
	return useMutation({
		mutationFn: async (status: number) => {
			const { data, error } = await api.PUT("/institutions/tcis/{id}", {
				params: { path: { id } },
				body: { status },
			});
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: takeOver,
		onError: lookAgain,
	});
}

/** Who may be named as having photographed or analysed. */
export function useExperts() {
	return useQuery($api.queryOptions("get", "/institutions/experts")).data?.experts ?? [];
}

/** The same patient's applications at this clinic. */
export function usePatientHistory(patientId: number | null) {
	const query = $api.queryOptions("get", "/institutions/tcis/patients/{id}", {
		params: { path: { id: patientId ?? 0 } },
	});
	return useQuery(patientId === null ? { ...query, enabled: false } : query).data?.clinics ?? [];
}
