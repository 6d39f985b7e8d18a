import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { AuditCheck } from "~/ops/types";
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

/** Verifies that no entry was changed. It reads every entry, in parts, so it runs only on request. */
export function useCheckAudit() {
	return useMutation({ mutationFn: () => checkAudit(null) });
}

/** Checks the part after the cursor and those that follow, until one is broken. */
async function checkAudit(cursor: number | null): Promise<AuditCheck> {
	const query = cursor === null ? {} : { cursor };
	const part = await unwrap(api.GET("/ops/audit/check", { params: { query } }));
	if (part.nextCursor === null) return part;
	const rest = await checkAudit(part.nextCursor);
	return { ...rest, rows: part.rows + rest.rows };
}
