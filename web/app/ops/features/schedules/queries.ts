import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 30_000;
const schedulesOptions = $api.queryOptions("get", "/ops/schedules");

export const useSchedules = () => useQuery({ ...schedulesOptions, refetchInterval: POLL_INTERVAL_MS });

/** Starts a schedule now; its next regular run does not change. */
export function useRunSchedule(name: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (reason: string) =>
			unwrap(api.POST("/ops/schedules/{name}/run", { params: { path: { name } }, body: { reason } })),
		onSettled: () => client.invalidateQueries({ queryKey: schedulesOptions.queryKey }),
	});
}
