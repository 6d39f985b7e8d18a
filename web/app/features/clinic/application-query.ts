import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import type { Application, CorrectionRequest, Tci, WorkItem } from "~/lib/api/types";
import { mayBeStaff } from "~/lib/staff-session";
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
		if (id !== null && mayBeStaff()) void client.prefetchQuery(options(id));
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

/** The same person's applications at this clinic: another person of the account is not the patient. */
export function usePersonHistory({ person }: Pick<WorkItem, "person">) {
	const query = $api.queryOptions("get", "/institutions/tcis/people/{id}", {
		params: { path: { id: person?.id ?? 0 } },
	});
	return useQuery(person === null ? { ...query, enabled: false } : query).data?.clinics ?? [];
}

/** Says whether the clinic makes no analysis after cleaning. */
export function useSetBeforeOnly(id: number) {
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(id);
	return useMutation({
		mutationFn: async (beforeOnly: boolean) => {
			const { data, error } = await api.PUT("/institutions/tcis/{id}", {
				params: { path: { id } },
				body: { beforeOnly },
			});
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: takeOver,
		onError: lookAgain,
	});
}

/** Corrects a released analysis. */
export function useCorrect(id: number, tciId: number) {
	const takeOver = useTakeOver();
	const lookAgain = useLookAgain(id);
	return useMutation({
		mutationFn: async (body: CorrectionRequest) => {
			const { data, error } = await api.POST("/institutions/tcis/{id}/tci/{tciId}/corrections", {
				params: { path: { id, tciId } },
				body,
			});
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: takeOver,
		onError: lookAgain,
	});
}

/** What was released before each correction of an analysis; nothing is asked where there was none. */
export function useCorrections(id: number, tci: Tci) {
	const at = tci.correction?.at;
	const options = {
		// Another correction makes another list.
		queryKey: ["clinic", "corrections", tci.id, at],
		queryFn: ({ signal }: { signal: AbortSignal }) =>
			answered(
				api.GET("/institutions/tcis/{id}/tci/{tciId}/corrections", {
					params: { path: { id, tciId: tci.id } },
					signal,
				}),
			),
	};
	return useQuery(at ? options : { ...options, enabled: false }).data?.corrections ?? [];
}
