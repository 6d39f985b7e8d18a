import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { AccessCheck } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const listOptions = $api.queryOptions("get", "/ops/access-log");

/** The search; empty fields do not filter. */
export interface AccessSearch {
	tenantId: number | null;
	account: string;
	person: string;
	action: string;
	/** YYYY-MM-DD, or empty. */
	from: string;
	to: string;
}

/** The log entries of all tenants, newest first. Never refetched automatically, because each search adds an entry. */
export function useAccessLog({ tenantId, ...texts }: AccessSearch) {
	const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
	const filter = { ...filled, ...(tenantId === null ? {} : { tenantId }) };
	return useInfiniteQuery({
		queryKey: [...listOptions.queryKey, "pages", filter],
		queryFn: ({ pageParam, signal }) => {
			const query = { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) };
			return unwrap(api.GET("/ops/access-log", { params: { query }, signal }));
		},
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor ?? null,
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Verifies that no entry of a month was changed. It reads every entry, in parts, so it runs only on request. */
export function useCheckMonth() {
	return useMutation({ mutationFn: (month: string) => checkMonth(month, null) });
}

/** Checks the part of a month that begins at the cursor, and those that follow. */
async function checkMonth(month: string, cursor: string | null): Promise<AccessCheck> {
	const query = { month, ...(cursor === null ? {} : { cursor }) };
	const part = await unwrap(api.GET("/ops/access-log/check", { params: { query } }));
	if (part.nextCursor === null) return part;
	const rest = await checkMonth(month, part.nextCursor);
	return { ...rest, ok: part.ok && rest.ok, tenants: [...part.tenants, ...rest.tenants] };
}

/** The summary of a month, loaded once. */
export function useReport(month: string) {
	return useQuery({
		...$api.queryOptions("get", "/ops/access-log/report", { params: { query: { month } } }),
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}
