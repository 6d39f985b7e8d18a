import { useMutation, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { OFFLINE_KEY } from "~/patient/session/session";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { localStore } from "~/shared/lib/storage";

const CHECKS = "/patients/tcis/self-check";
const PAGE_SIZE = 20;
const PAGES = {
	pageParamName: "before",
	initialPageParam: null,
	getNextPageParam: (page: { next?: number | null }) => page.next ?? undefined,
};

const paramsOf = (personId: number | null | undefined) => ({
	params: { query: { limit: PAGE_SIZE, ...(personId ? { personId } : {}) } },
});

/** One person's checks, newest first. */
export function useChecks(personId: number | null, enabled: boolean) {
	return $api.useInfiniteQuery(
		"get",
		CHECKS,
		paramsOf(personId),
		enabled ? PAGES : { ...PAGES, enabled: false },
	);
}

/** One person's applications, newest first. */
export function useApplications(personId: number | null, enabled: boolean) {
	return $api.useInfiniteQuery(
		"get",
		"/patients/tcis",
		paramsOf(personId),
		enabled ? PAGES : { ...PAGES, enabled: false },
	);
}

/** One person's claims, newest first; everybody's without a person. */
export function useClaims(personId: number | undefined, enabled: boolean) {
	return $api.useInfiniteQuery(
		"get",
		"/patients/insurances",
		paramsOf(personId),
		enabled ? PAGES : { ...PAGES, enabled: false },
	);
}

/** Deletes a check with its photo, and refetches every list that contained it. */
export function useDeleteCheck() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (tciId: number) =>
			unwrapEmpty(api.DELETE(`${CHECKS}/{tciId}`, { params: { path: { tciId } } })),
		onSuccess: async (_, tciId) => {
			// Removes it from the offline copy, too; the remaining results are stored again.
			localStore.remove(OFFLINE_KEY);
			client.removeQueries({
				queryKey: $api.queryOptions("get", `${CHECKS}/{tciId}`, { params: { path: { tciId } } }).queryKey,
			});
			void client.invalidateQueries({
				queryKey: $api.queryOptions("get", "/patients/notifications").queryKey,
			});
			await client.invalidateQueries({ queryKey: $api.queryOptions("get", CHECKS).queryKey });
		},
	});
}
