import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_MS = 3_000;
/** A run that failed never says that it ended. */
const WATCH_MS = 5 * 60_000;
const rules = $api.queryOptions("get", "/ops/retention");
const runs = $api.queryOptions("get", "/ops/retention/runs");

/** What the rules would erase now. */
export const useRules = () => useQuery({ ...rules, refetchOnWindowFocus: false });

export const isUnderWay = ({
	finishedAt,
	startedAt,
}: {
	finishedAt: string | null;
	startedAt: string;
}): boolean => finishedAt === null && Date.now() - new Date(startedAt).getTime() < WATCH_MS;

/** What runs erased, refetched while one is under way. */
export function useRuns() {
	return useQuery({
		...runs,
		refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_MS : false),
	});
}

/** Runs the rules now. */
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
