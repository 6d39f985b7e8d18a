import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";

const PAGE_SIZE = 50;

/** People who match a search; without one, the most recent patients. */
export function usePeople(q: string) {
	const options = $api.queryOptions("get", "/institutions/tcis/people", { params: { query: { q } } });
	return useQuery({ ...options, placeholderData: keepPreviousData });
}

/** The clinic's record of a person, by the id of one of the person's applications. */
export function useRecord(id: number) {
	const path = "/institutions/tcis/{id}/record";
	const options = $api.queryOptions("get", path, { params: { path: { id }, query: { limit: PAGE_SIZE } } });
	return useInfiniteQuery({
		queryKey: [...options.queryKey, "pages"],
		queryFn: ({ pageParam, signal }) => {
			const query = pageParam === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, before: pageParam };
			return unwrap(api.GET(path, { params: { path: { id }, query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next,
	});
}

/** The person's paid claims. */
export function useRecordClaims(id: number) {
	return useQuery(
		$api.queryOptions("get", "/institutions/tcis/{id}/record/claims", { params: { path: { id } } }),
	);
}
