import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";

const key = [...$api.queryOptions("get", "/institutions/payments/findings").queryKey, "pages"];
const PAGE_SIZE = 20;

/** The clinic's payment discrepancies, newest first. Each page has the number of all open ones. */
export function useFindings() {
	return useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) };
			return unwrap(api.GET("/institutions/payments/findings", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

/** Resolves a discrepancy. Refetches the list even after a failure, since a colleague may have resolved it first. */
export function useResolve(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (note: string) =>
			unwrap(api.PUT("/institutions/payments/findings/{id}", { params: { path: { id } }, body: { note } })),
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
}
