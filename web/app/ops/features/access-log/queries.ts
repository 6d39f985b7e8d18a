import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const list = $api.queryOptions("get", "/ops/access-log");

/** What is searched for; what is empty does not narrow. */
export interface AccessSearch {
	tenantId: number | null;
	account: string;
	person: string;
	action: string;
	/** YYYY-MM-DD or nothing. */
	from: string;
	to: string;
}

/** Rows of every tenant's log, newest first. They are not refetched: each search is a row, too. */
export function useAccessLog({ tenantId, ...texts }: AccessSearch) {
	const named = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
	const filter = { ...named, ...(tenantId === null ? {} : { tenantId }) };
	return useInfiniteQuery({
		queryKey: [...list.queryKey, "pages", filter],
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

/** Looks whether no row of a month was changed. It reads every row, so it is done when it is asked for. */
export function useCheckMonth() {
	return useMutation({
		mutationFn: (month: string) => unwrap(api.GET("/ops/access-log/check", { params: { query: { month } } })),
	});
}

/** A month at a glance, asked for once. */
export function useReport(month: string) {
	return useQuery({
		...$api.queryOptions("get", "/ops/access-log/report", { params: { query: { month } } }),
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}
