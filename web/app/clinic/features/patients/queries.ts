import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";

const PAGE = 50;

/** The people whom a search finds; those who came last without one. */
export function usePeople(q: string) {
	const options = $api.queryOptions("get", "/institutions/tcis/people", { params: { query: { q } } });
	return useQuery({ ...options, placeholderData: keepPreviousData });
}

/** Everything that the clinic has of one person, by one of the person's applications. */
export function useRecord(id: number) {
	const path = "/institutions/tcis/{id}/record";
	const options = $api.queryOptions("get", path, { params: { path: { id }, query: { limit: PAGE } } });
	return useInfiniteQuery({
		queryKey: [...options.queryKey, "pages"],
		queryFn: ({ pageParam, signal }) => {
			const query = pageParam === null ? { limit: PAGE } : { limit: PAGE, before: pageParam };
			return unwrap(api.GET(path, { params: { path: { id }, query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next,
	});
}

/** The claims that were paid for the person. */
export function useRecordClaims(id: number) {
	return useQuery(
		$api.queryOptions("get", "/institutions/tcis/{id}/record/claims", { params: { path: { id } } }),
	);
}
