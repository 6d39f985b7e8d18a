import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";

const key = [...$api.queryOptions("get", "/institutions/payments/findings").queryKey, "pages"];
const PAGE = 20;

/** What was found about the clinic's payments, newest first, page by page; each page says how many of all are open. */
export function useFindings() {
	return useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
			return unwrap(api.GET("/institutions/payments/findings", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

/** Resolves a finding; afterwards the list is fetched again, also when a colleague was first. */
export function useResolve(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (note: string) =>
			unwrap(api.PUT("/institutions/payments/findings/{id}", { params: { path: { id } }, body: { note } })),
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
}
