import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 5_000;
const CHART_POLL_MS = 30_000;
const CHART_MINUTES = 60;

const queuesOptions = $api.queryOptions("get", "/ops/queues");
const historyOptions = $api.queryOptions("get", "/ops/queues/history", {
	params: { query: { minutes: CHART_MINUTES } },
});

/** The current state of every queue, polled while the tab is visible. */
export const useQueues = () => useQuery({ ...queuesOptions, refetchInterval: POLL_INTERVAL_MS });

/** The last hour by minute. */
export const useHistory = () => useQuery({ ...historyOptions, refetchInterval: CHART_POLL_MS });

/** Pauses or resumes a queue; running jobs still finish. */
export function usePause(queue: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ isPaused, reason }: { isPaused: boolean; reason: string }) => {
			const options = { params: { path: { queue } }, body: { reason } };
			return unwrap(
				isPaused
					? api.POST("/ops/queues/{queue}/pause", options)
					: api.POST("/ops/queues/{queue}/resume", options),
			);
		},
		onSettled: () => client.invalidateQueries({ queryKey: queuesOptions.queryKey }),
	});
}
