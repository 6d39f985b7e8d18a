import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { BulkFilter } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 1_000;
const bulksOptions = $api.queryOptions("get", "/ops/bulk");

export const isUnfinished = (state: string): boolean => state === "queued" || state === "running";

/** The latest bulk actions, polled while one is in progress. */
export function useBulks() {
	return useQuery({
		...bulksOptions,
		refetchInterval: ({ state }) =>
			state.data?.bulks.some((each) => isUnfinished(each.state)) ? POLL_INTERVAL_MS : false,
	});
}

interface BulkRequest {
	action: "retry" | "cancel" | "delete";
	filter: BulkFilter;
	reason: string;
}

/** Starts a bulk action on all jobs that match. It continues without the page. */
export function useStartBulk() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: BulkRequest) => unwrap(api.POST("/ops/bulk", { body })),
		onSuccess: () => client.invalidateQueries({ queryKey: bulksOptions.queryKey }),
	});
}

/** Cancels a bulk action; what is already done is not undone. */
export function useCancelBulk(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (reason: string) =>
			unwrap(api.POST("/ops/bulk/{id}/cancel", { params: { path: { id } }, body: { reason } })),
		onSettled: () => client.invalidateQueries({ queryKey: bulksOptions.queryKey }),
	});
}
