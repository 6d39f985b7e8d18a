import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { $api, api } from "~/clinic/api";
import { useInvalidateWorklist } from "~/clinic/lib/worklist-query";
import { mayBeStaff } from "~/clinic/session/staff-session";
import { isPending } from "~/domain/tci/grade";
import { skipWithout } from "~/shared/api/skip-without";
import type { Application, CorrectionRequest, Tci, WorkItem } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 700;
const IDLE_POLL_INTERVAL_MS = 15_000;

const options = (id: number) =>
	$api.queryOptions("get", "/institutions/tcis/{id}", { params: { path: { id } } });

const isBeingRead = ({ beforeTci, afterTci }: Application): boolean =>
	[beforeTci, afterTci].some((tci) => tci?.tciPicture && isPending(tci));

/** One application. Polled often while a picture is being read, otherwise slowly because others may change it. */
export function useClinicApplication(id: number) {
	return useQuery({
		...options(id),
		refetchInterval: ({ state }) =>
			state.data && isBeingRead(state.data.clinic) ? POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS,
	});
}

/** Prefetches the application in the URL in parallel with the session, not after it. */
export function useEarlyApplication(id: number | null): void {
	const client = useQueryClient();
	useEffect(() => {
		if (id !== null && mayBeStaff()) void client.prefetchQuery(options(id));
	}, [client, id]);
}

/** Caches the application that a call returned. */
export function useSetApplicationCache() {
	const client = useQueryClient();
	const invalidateWorklist = useInvalidateWorklist();
	return (clinic: Application) => {
		client.setQueryData(options(clinic.id).queryKey, { clinic });
		invalidateWorklist();
	};
}

/** Refetches the worklist, since opening an application marks it as seen on the server. */
export function useMarkAsSeen(id: number): void {
	const invalidateWorklist = useInvalidateWorklist();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each application opened
	useEffect(invalidateWorklist, [id]);
}

/** Refetches an application. */
export function useInvalidateApplication(id: number) {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: options(id).queryKey });
}

/** Sets the status: received (1), complete (2) or refused (-1). */
export function useSetStatus(id: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	return useMutation({
		mutationFn: async (status: number) => {
			const { clinic } = await unwrap(
				api.PUT("/institutions/tcis/{id}", { params: { path: { id } }, body: { status } }),
			);
			return clinic;
		},
		onSuccess: setCache,
		onError: invalidate,
	});
}

/** Sets the assignee of an application; null for none. */
export function useSetAssignee(id: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	return useMutation({
		mutationFn: async (staffId: number | null) => {
			const params = { path: { id } };
			return (await unwrap(api.PUT("/institutions/tcis/{id}/assignee", { params, body: { staffId } })))
				.clinic;
		},
		onSuccess: setCache,
		onError: invalidate,
	});
}

/** Staff who can be named as photographer or analyst. */
export function useExperts() {
	return useQuery($api.queryOptions("get", "/institutions/experts")).data?.experts ?? [];
}

const historyOptions = (id: number) =>
	$api.queryOptions("get", "/institutions/tcis/people/{id}", { params: { path: { id } } });

/** The same person's applications at this clinic. By person, since an account can have several. */
export function usePersonHistory({ person }: Pick<WorkItem, "person">) {
	return useQuery(skipWithout(person?.id, historyOptions)).data?.clinics ?? [];
}

/** Sets whether the clinic skips the analysis after cleaning. */
export function useSetBeforeOnly(id: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	return useMutation({
		mutationFn: async (beforeOnly: boolean) => {
			const { clinic } = await unwrap(
				api.PUT("/institutions/tcis/{id}", { params: { path: { id } }, body: { beforeOnly } }),
			);
			return clinic;
		},
		onSuccess: setCache,
		onError: invalidate,
	});
}

/** Corrects a released analysis. */
export function useCorrect(id: number, tciId: number) {
	const setCache = useSetApplicationCache();
	const invalidate = useInvalidateApplication(id);
	return useMutation({
		mutationFn: async (body: CorrectionRequest) => {
			const { clinic } = await unwrap(
				api.POST("/institutions/tcis/{id}/tci/{tciId}/corrections", {
					params: { path: { id, tciId } },
					body,
				}),
			);
			return clinic;
		},
		onSuccess: setCache,
		onError: invalidate,
	});
}

/** Released values before each correction of an analysis. Skipped for an analysis without corrections. */
export function useCorrections(id: number, tci: Tci) {
	const at = tci.correction?.at;
	const params = { path: { id, tciId: tci.id } };
	const list = $api.queryOptions("get", "/institutions/tcis/{id}/tci/{tciId}/corrections", { params });
	const query = useQuery({
		// A new correction changes the list.
		queryKey: [...list.queryKey, at],
		queryFn: at
			? ({ signal }) => unwrap(api.GET("/institutions/tcis/{id}/tci/{tciId}/corrections", { params, signal }))
			: skipToken,
	});
	return query.data?.corrections ?? [];
}
