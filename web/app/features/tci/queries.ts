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
import { keyForBody } from "~/lib/random-key";
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

/** One person's applications made between two days, page by page, newest first. */
export function useApplications(range: Range, personId: number | null) {
	return useInfiniteQuery({
		queryKey: [...listKey, range.startAt, range.endAt, personId],
		queryFn: async ({ pageParam, signal }) => {
			const query = {
				...range,
				limit: PAGE,
				...(personId === null ? {} : { personId }),
				...(pageParam === null ? {} : { before: pageParam }),
			};
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

/** What an application needs: the clinic takes photos, and receives what is entered. */
export type ApplyConsent = "health" | "provide";

export interface Handed {
	institutionId: number;
	/** Agreed to just now. */
	consents: readonly ApplyConsent[];
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
		mutationFn: async ({ institutionId, consents, person, idempotencyKey, clinicId }: Handed) => {
			for (const kind of consents) {
				const recipient = kind === "provide" ? { kind: "clinic", id: institutionId } : null;
				const body = { kind, given: true, ...(recipient ? { recipient } : {}) };
				const { data, error } = await api.PUT("/patients/consents", { body });
				if (!data) throw error;
				client.setQueryData($api.queryOptions("get", "/patients/consents").queryKey, data);
			}
			const application = { institutionId, ...person };
			const { data, error } =
				clinicId === null
					? await api.POST("/patients/tcis", {
							body: application,
							headers: { "Idempotency-Key": keyForBody(idempotencyKey, application) },
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

/** Which consents an application at this clinic still needs; null while that is not known. */
export function useNeededConsents(clinic: number | null): readonly ApplyConsent[] | null {
	const query = useQuery($api.queryOptions("get", "/patients/consents"));
	const standing = query.data?.consents.filter((each) => each.withdrawnAt === null);
	if (!standing) return null;
	const provided = standing.some(
		({ kind, recipient }) => kind === "provide" && recipient?.kind === "clinic" && recipient.id === clinic,
	);
	return [
		...(standing.some(({ kind }) => kind === "health") ? [] : (["health"] as const)),
		...(provided ? [] : (["provide"] as const)),
	];
}
