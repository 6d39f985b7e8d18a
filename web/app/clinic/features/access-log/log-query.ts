import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";

const listOptions = $api.queryOptions("get", "/institutions/access-log");
const monthsOptions = $api.queryOptions("get", "/institutions/access-log/months");
const monthOptions = (month: string) =>
	$api.queryOptions("get", "/institutions/access-log/months/{month}", { params: { path: { month } } });
const PAGE_SIZE = 30;
/** Page size of lists that are loaded completely, as for printing. Large, because each call adds an entry to the log. */
const MAX_PAGE_SIZE = 100;
/** Day 0 of a month is the last day of the month before. */
const LAST_DAY = 0;

export const KINDS = ["read", "change", "download", "account", "list"] as const;
type Kind = (typeof KINDS)[number];

export interface LogFilters {
	/** Empty: all kinds except `list`. */
	kind: Kind | "";
	staffId: number | null;
	q: string;
	/** YYYY-MM-DD, or empty. */
	startAt: string;
	endAt: string;
}

/** The documents downloaded in a month, in large pages. */
export function useDownloads(month: string) {
	return useAccessLog({ kind: "download", staffId: null, q: "", ...daysOf(month) }, MAX_PAGE_SIZE);
}

/** The first and the last day of a month. */
function daysOf(month: string): { startAt: string; endAt: string } {
	const [year = 0, number = 1] = month.split("-").map(Number);
	const last = new Date(Date.UTC(year, number, LAST_DAY)).getUTCDate();
	return { startAt: `${month}-01`, endAt: `${month}-${last}` };
}

export type LogRows = ReturnType<typeof useAccessLog>;

/** The clinic's entries, newest first. Never refetched automatically, because each read adds an entry. */
export function useAccessLog({ kind, staffId, q, startAt, endAt }: LogFilters, limit = PAGE_SIZE) {
	return useInfiniteQuery({
		queryKey: [...listOptions.queryKey, "pages", { kind, staffId, q, startAt, endAt, limit }],
		queryFn: ({ pageParam, signal }) => {
			const query = {
				limit,
				...(kind ? { kind } : {}),
				...(staffId === null ? {} : { staffId }),
				...(q ? { q } : {}),
				...(startAt ? { startAt } : {}),
				...(endAt ? { endAt } : {}),
				...(pageParam === null ? {} : { before: pageParam }),
			};
			return unwrap(api.GET("/institutions/access-log", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
	});
}

/** The months of the log, with their reviews. */
export function useMonths() {
	return useQuery(monthsOptions);
}

/** The summary of one month. */
export function useMonth(month: string) {
	return useQuery({ ...monthOptions(month), refetchOnWindowFocus: false });
}

/** Marks a month as reviewed. Refetches it even after a failure, since a colleague may have reviewed it first. */
export function useReview(month: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (note: string) =>
			unwrap(
				api.PUT("/institutions/access-log/months/{month}", { params: { path: { month } }, body: { note } }),
			),
		onSettled: () => {
			void client.invalidateQueries({ queryKey: monthOptions(month).queryKey });
			return client.invalidateQueries({ queryKey: monthsOptions.queryKey });
		},
	});
}
