import {
	type InfiniteData,
	keepPreviousData,
	type UseInfiniteQueryResult,
	useInfiniteQuery,
} from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import type { WorkItem } from "~/lib/api/types";

const PAGE = 30;
const LOOK_AGAIN_MS = 20_000;

/** Which applications the list shows. */
export interface Filters {
	status: number | null;
	q: string;
	unread: boolean;
	/** YYYY-MM-DD or nothing. */
	startAt: string;
	endAt: string;
}

export const NO_FILTERS: Filters = { status: null, q: "", unread: false, startAt: "", endAt: "" };
export const worklistKey = ["clinic", "worklist"];

interface Page {
	clinics: WorkItem[];
	next: number | null;
}
export type WorklistQuery = UseInfiniteQueryResult<InfiniteData<Page>>;

/** The clinic's applications, newest first, looked at again from time to time. */
export function useWorklist(filters: Filters): WorklistQuery {
	const { status, q, unread, startAt, endAt } = filters;
	return useInfiniteQuery({
		queryKey: [...worklistKey, filters],
		queryFn: async ({ pageParam, signal }) => {
			const query = {
				limit: PAGE,
				...(status === null ? {} : { status }),
				...(q ? { q } : {}),
				...(unread ? { unread } : {}),
				...(startAt ? { startAt } : {}),
				...(endAt ? { endAt } : {}),
				...(pageParam === null ? {} : { before: pageParam }),
			};
			const { data, error } = await api.GET("/institutions/tcis", { params: { query }, signal });
			if (!data) throw error;
			return data;
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
		refetchInterval: LOOK_AGAIN_MS,
	});
}
