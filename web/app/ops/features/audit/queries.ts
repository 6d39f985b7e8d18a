import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const listOptions = $api.queryOptions("get", "/ops/audit");

export interface AuditFilter {
	action?: string;
	operatorId?: number;
	from?: string;
	to?: string;
}

/** What operators read and did, newest first. Never refetched automatically, because each read adds an entry. */
export function useAudit(filter: AuditFilter) {
	return useInfiniteQuery({
		queryKey: [...listOptions.queryKey, "pages", filter],
		queryFn: ({ pageParam, signal }) => {
			const query = { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) };
			return unwrap(api.GET("/ops/audit", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.nextCursor ?? null,
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
	});
}

/** Verifies that no entry was changed. It reads every entry, so it runs only on request. */
export function useCheckAudit() {
	return useMutation({ mutationFn: () => unwrap(api.GET("/ops/audit/check")) });
}
