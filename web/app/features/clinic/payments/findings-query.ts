import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { answered } from "~/lib/api/answered";
import { api } from "~/lib/api/client";

const key = ["clinic", "payment-findings"];
const PAGE = 20;

/** What was found about the clinic's payments, newest first, page by page; each page says how many of all are open. */
export function useFindings() {
	return useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam, signal }) => {
			const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
			return answered(api.GET("/institutions/payments/findings", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
	});
}

/** Says that something is put right; afterwards the list is looked at again, whoever was first. */
export function useResolve(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (note: string) =>
			answered(api.PUT("/institutions/payments/findings/{id}", { params: { path: { id } }, body: { note } })),
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
}
