import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 3_000;
/** A run without an end is no longer polled after this time, since a failed run never gets one. */
const MAX_POLL_MS = 5 * 60_000;
const rulesOptions = $api.queryOptions("get", "/ops/retention");
const runsOptions = $api.queryOptions("get", "/ops/retention/runs");

/** The records that the rules would erase now. */
export const useRules = () => useQuery({ ...rulesOptions, refetchOnWindowFocus: false });

export const isUnderWay = ({
	finishedAt,
	startedAt,
}: {
	finishedAt: string | null;
	startedAt: string;
}): boolean => finishedAt === null && Date.now() - new Date(startedAt).getTime() < MAX_POLL_MS;

/** The runs and what they erased, polled while one is in progress. */
export function useRuns() {
	return useQuery({
		...runsOptions,
		refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_INTERVAL_MS : false),
	});
}

/** Starts a retention run now. */
export function useRunRetention() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (reason: string) => unwrap(api.POST("/ops/retention/run", { body: { reason } })),
		onSettled: () => {
			void client.invalidateQueries({ queryKey: rulesOptions.queryKey });
			return client.invalidateQueries({ queryKey: runsOptions.queryKey });
		},
	});
}
