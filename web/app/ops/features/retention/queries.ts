import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_MS = 3_000;
/** A run without an end is no longer polled after this time, since a failed run never gets one. */
const WATCH_MS = 5 * 60_000;
const rules = $api.queryOptions("get", "/ops/retention");
const runs = $api.queryOptions("get", "/ops/retention/runs");

/** The records that the rules would erase now. */
export const useRules = () => useQuery({ ...rules, refetchOnWindowFocus: false });

export const isUnderWay = ({
	finishedAt,
	startedAt,
}: {
	finishedAt: string | null;
	startedAt: string;
}): boolean => finishedAt === null && Date.now() - new Date(startedAt).getTime() < WATCH_MS;

/** The runs and what they erased, polled while one is in progress. */
export function useRuns() {
	return useQuery({
		...runs,
		refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_MS : false),
	});
}

/** Starts a retention run now. */
export function useRunRetention() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (reason: string) => unwrap(api.POST("/ops/retention/run", { body: { reason } })),
		onSettled: () => {
			void client.invalidateQueries({ queryKey: rules.queryKey });
			return client.invalidateQueries({ queryKey: runs.queryKey });
		},
	});
}
