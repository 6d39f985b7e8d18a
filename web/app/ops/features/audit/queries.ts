import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const list = $api.queryOptions("get", "/ops/audit");

export interface AuditFilter {
	action?: string;
	operatorId?: number;
	from?: string;
	to?: string;
}

/** What operators read and did, newest first. It is not refetched: each read is a row, too. */
export function useAudit(filter: AuditFilter) {
	return useInfiniteQuery({
		queryKey: [...list.queryKey, "pages", filter],
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

/** Looks whether no row was changed; it reads every row, so it is done when it is asked for. */
export function useCheckAudit() {
	return useMutation({ mutationFn: () => unwrap(api.GET("/ops/audit/check")) });
}
