import {
	type InfiniteData,
	keepPreviousData,
	type UseInfiniteQueryResult,
	useInfiniteQuery,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import type { WorkItem } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";
import { koreanDay } from "~/shared/lib/korea";
import type { Filters } from "./worklist-filters";

const PAGE_SIZE = 30;
const POLL_INTERVAL_MS = 20_000;

export const worklistKey = $api.queryOptions("get", "/institutions/tcis").queryKey;
const countOptions = $api.queryOptions("get", "/institutions/tcis/counts");

interface Page {
	clinics: WorkItem[];
	next: number | null;
}
export type WorklistQuery = UseInfiniteQueryResult<InfiniteData<Page>>;

const WORK = { toDo: { toDo: true }, unread: { unread: true }, mine: { mine: true } } as const;

/** The filters as query parameters of the API. */
function queryOf({ view, only, status, q, startAt, endAt }: Filters, today: string) {
	const day = view === "today" ? { startAt: today, endAt: today } : { startAt, endAt };
	return {
		...(view === "todo" ? WORK[only ?? "toDo"] : {}),
		...(view === "todo" || status === null ? {} : { status }),
		...(q ? { q } : {}),
		...(day.startAt ? { startAt: day.startAt } : {}),
		...(day.endAt ? { endAt: day.endAt } : {}),
	};
}

/** The clinic's applications, newest first, refetched regularly. */
export function useWorklist(filters: Filters): WorklistQuery {
	const query = queryOf(filters, koreanDay(new Date()));
	return useInfiniteQuery({
		queryKey: [...worklistKey, "pages", query],
		queryFn: ({ pageParam, signal }) => {
			const page = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) };
			return unwrap(api.GET("/institutions/tcis", { params: { query: { ...query, ...page } }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
		refetchInterval: POLL_INTERVAL_MS,
	});
}

/** Number of applications in each view of the worklist. Also polled while the page is in the background. */
export function useWorkCounts() {
	return useQuery({
		...countOptions,
		refetchInterval: POLL_INTERVAL_MS,
		refetchIntervalInBackground: true,
	}).data;
}

/** Refetches the list and its counts. */
export function useInvalidateWorklist() {
	const client = useQueryClient();
	return () => {
		void client.invalidateQueries({ queryKey: worklistKey });
		void client.invalidateQueries({ queryKey: countOptions.queryKey });
	};
}
