import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { isOpen } from "~/domain/tci/application";
import { isPending } from "~/domain/tci/grade";
import { $api, api } from "~/patient/api";
import { useRefreshUnread } from "~/patient/session/unread-notifications";
import { skipWithout } from "~/shared/api/skip-without";
import type { Application, ApplicationRequest } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { areaOf } from "./area";

const PAGE_SIZE = 20;
const POLL_INTERVAL_MS = 15_000;

/** Inclusive range of dates, YYYY-MM-DD. */
export interface Range {
	startAt: string;
	endAt: string;
}

const listKey = $api.queryOptions("get", "/patients/tcis").queryKey;
const oneOptions = (id: number) =>
	$api.queryOptions("get", "/patients/tcis/{id}", { params: { path: { id } } });

const searchOptions = (q: string) =>
	$api.queryOptions("get", "/patients/institutions", { params: { query: { q } } });
const clinicOptions = (id: number) =>
	$api.queryOptions("get", "/patients/institutions/{id}", { params: { path: { id } } });

/** Clinics by name, representative or address; none for an empty text. */
export function useClinicSearch(q: string) {
	return useQuery({ ...skipWithout(q || null, searchOptions), placeholderData: keepPreviousData });
}

/** City or district of the signed-in patient, if the address contains it. */
export function useOwnArea(): string | null {
	const { data } = useQuery($api.queryOptions("get", "/patients/me/profile"));
	return areaOf(data?.profile.address);
}

/** One clinic; skipped without an id. */
export function useClinic(id: number | null) {
	return useQuery(skipWithout(id, clinicOptions));
}

/** One person's applications created in a range of days, newest first. */
export function useApplications(range: Range, personId: number | null) {
	return useInfiniteQuery({
		queryKey: [...listKey, "pages", range.startAt, range.endAt, personId],
		queryFn: async ({ pageParam, signal }) => {
			const query = {
				...range,
				limit: PAGE_SIZE,
				...(personId === null ? {} : { personId }),
				...(pageParam === null ? {} : { before: pageParam }),
			};
			return unwrap(api.GET("/patients/tcis", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
	});
}

/** One application, polled while it can still change. */
export function useApplication(id: number) {
	const query = useQuery({
		...oneOptions(id),
		refetchInterval: ({ state }) =>
			state.data && isOpen(state.data.clinic.status) ? POLL_INTERVAL_MS : false,
	});
	useRefreshUnread(query.data);
	return query;
}

/** One analysis of an application. */
export function useTci(id: number, tciId: number) {
	const query = useQuery({
		...$api.queryOptions("get", "/patients/tcis/{id}/tci/{tciId}", { params: { path: { id, tciId } } }),
		refetchInterval: ({ state }) => (state.data && isPending(state.data.tci) ? POLL_INTERVAL_MS : false),
	});
	useRefreshUnread(query.data);
	return query;
}

/** Caches the application that a call returned. */
function useSetApplicationCache() {
	const client = useQueryClient();
	return (clinic: Application) => {
		client.setQueryData(oneOptions(clinic.id).queryKey, { clinic });
		void client.invalidateQueries({ queryKey: listKey });
	};
}

export type ApplicantBody = Omit<ApplicationRequest, "institutionId">;

/** The consents that an application requires: the clinic takes photos, and receives the entered data. */
export type ApplyConsent = "health" | "provide";

interface NewApplication {
	/** Consents given with this application. */
	consents: readonly ApplyConsent[];
	body: ApplicationRequest;
	key: string;
}

/** Creates the application, only once for each key. */
export function useApply() {
	const client = useQueryClient();
	const setCache = useSetApplicationCache();
	return useMutation({
		mutationFn: async ({ consents, body, key }: NewApplication) => {
			for (const kind of consents) {
				const recipient = kind === "provide" ? { kind: "clinic", id: body.institutionId } : null;
				const consent = { kind, given: true, ...(recipient ? { recipient } : {}) };
				const data = await unwrap(api.PUT("/patients/consents", { body: consent }));
				client.setQueryData($api.queryOptions("get", "/patients/consents").queryKey, data);
			}
			const headers = { "Idempotency-Key": key };
			return (await unwrap(api.POST("/patients/tcis", { body, headers }))).clinic;
		},
		onSuccess: setCache,
	});
}

/** Corrects the person of an application, until the clinic has received it. */
export function useCorrect(id: number) {
	const setCache = useSetApplicationCache();
	return useMutation({
		mutationFn: async (body: ApplicantBody) => {
			const { clinic } = await unwrap(api.PUT("/patients/tcis/{id}", { params: { path: { id } }, body }));
			return clinic;
		},
		onSuccess: setCache,
	});
}

/** Withdraws an application. */
export function useCancel(id: number) {
	const setCache = useSetApplicationCache();
	return useMutation({
		mutationFn: async () => {
			const { clinic } = await unwrap(
				api.PUT("/patients/tcis/{id}", { params: { path: { id } }, body: { status: -1 } }),
			);
			return clinic;
		},
		onSuccess: setCache,
	});
}

/** The consents that an application at this clinic still requires; null while unknown. */
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
