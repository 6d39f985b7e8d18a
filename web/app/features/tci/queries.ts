import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import type { Application, Apply } from "~/lib/api/types";
import { isOpen } from "~/lib/tci/application";
import { isPending } from "~/lib/tci/grade";

const PAGE = 20;
const LOOK_AGAIN_MS = 15_000;

/** Dates, YYYY-MM-DD, both included. */
export interface Range {
	startAt: string;
	endAt: string;
}

const listKey = ["tcis"];
const oneOptions = (id: number) =>
	$api.queryOptions("get", "/patients/tcis/{id}", { params: { path: { id } } });

/** Clinics by name, representative or address; for an empty text the one applied to lately. */
export function useClinicSearch(q: string) {
	return useQuery({
		...$api.queryOptions("get", "/patients/institutions", { params: { query: q ? { q } : {} } }),
		placeholderData: keepPreviousData,
	});
}

/** One clinic, when its id is known. */
export function useClinic(id: number | null) {
	const options = $api.queryOptions("get", "/patients/institutions/{id}", {
		params: { path: { id: id ?? 0 } },
	});
	return useQuery(id === null ? { ...options, enabled: false } : options);
}

/** The applications made between two days, page by page, newest first. */
export function useApplications(range: Range) {
	return useInfiniteQuery({
		queryKey: [...listKey, range.startAt, range.endAt],
		queryFn: async ({ pageParam, signal }) => {
			const query = { ...range, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
			const { data, error } = await api.GET("/patients/tcis", { params: { query }, signal });
			if (!data) throw error;
			return data;
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
	});
}

/** One application, looked at again from time to time while something can still happen to it. */
export function useApplication(id: number) {
	return useQuery({
		...oneOptions(id),
		refetchInterval: ({ state }) => (state.data && isOpen(state.data.clinic.status) ? LOOK_AGAIN_MS : false),
	});
}

/** One analysis of an application. */
export function useTci(id: number, tciId: number) {
	return useQuery({
		...$api.queryOptions("get", "/patients/tcis/{id}/tci/{tciId}", { params: { path: { id, tciId } } }),
		refetchInterval: ({ state }) => (state.data && isPending(state.data.tci) ? LOOK_AGAIN_MS : false),
	});
}

/** Takes over an application that a call answered. */
function useTakeOver() {
	const client = useQueryClient();
	return (clinic: Application) => {
		client.setQueryData(oneOptions(clinic.id).queryKey, { clinic });
		void client.invalidateQueries({ queryKey: listKey });
	};
}

export type Person = Omit<Apply, "institutionId">;

export interface Handed {
	institutionId: number;
	/** Agreed to just now: who receives the data. */
	consentTo: string | null;
	person: Person;
	idempotencyKey: string;
	/** The application made before by the same form, which is changed instead. */
	clinicId: number | null;
}

/** Hands the form in: makes the application, or changes the one that it made. */
export function useHandIn() {
	const client = useQueryClient();
	const takeOver = useTakeOver();
	return useMutation({
		mutationFn: async ({ institutionId, consentTo, person, idempotencyKey, clinicId }: Handed) => {
			if (consentTo !== null) {
				const body = { kind: "provide", recipient: consentTo, given: true };
				const { data, error } = await api.PUT("/patients/consents", { body });
				if (!data) throw error;
				client.setQueryData($api.queryOptions("get", "/patients/consents").queryKey, data);
			}
			const { data, error } =
				clinicId === null
					? await api.POST("/patients/tcis", {
							body: { institutionId, ...person },
							headers: { "Idempotency-Key": idempotencyKey },
						})
					: await api.PUT("/patients/tcis/{id}", { params: { path: { id: clinicId } }, body: person });
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: takeOver,
	});
}

/** Takes an application back. */
export function useCancel(id: number) {
	const takeOver = useTakeOver();
	return useMutation({
		mutationFn: async () => {
			const { data, error } = await api.PUT("/patients/tcis/{id}", {
				params: { path: { id } },
				body: { status: -1 },
			});
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: takeOver,
	});
}

/** Whether the person lets this clinic have the data; null while that is not known. */
export function useProvided(recipient: string | null) {
	const query = useQuery($api.queryOptions("get", "/patients/consents"));
	const given = query.data?.consents.some(
		(each) => each.kind === "provide" && each.recipient === recipient && each.withdrawnAt === null,
	);
	return { given: given ?? null, error: query.error, refetch: query.refetch };
}
