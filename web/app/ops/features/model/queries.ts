import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import { unwrap } from "~/shared/api/unwrap";

const POLL_INTERVAL_MS = 2_000;
const modelOptions = $api.queryOptions("get", "/ops/model");

/** The versions and the latest changes, polled while a change is in progress. */
export function useModel() {
	return useQuery({
		...modelOptions,
		refetchInterval: ({ state }) =>
			state.data?.changes.some((change) => change.finishedAt === null) ? POLL_INTERVAL_MS : false,
	});
}

export const useAgreement = () => useQuery($api.queryOptions("get", "/ops/model/agreement"));

export type ModelAction = "promote" | "shadow" | "stop" | "rollback";
interface Change {
	action: ModelAction;
	/** Null: the previous version. */
	version: string | null;
	reason: string;
	/** Overrides objections to the version. */
	force: boolean;
}

/** Changes the deployed version. A worker does it, with the same checks as the command line. */
export function useChangeModel() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ action, version, reason, force }: Change) => {
			if (action === "promote") {
				return unwrap(api.POST("/ops/model/promote", { body: { version: version ?? "", reason, force } }));
			}
			if (action === "rollback")
				return unwrap(api.POST("/ops/model/rollback", { body: { version, reason } }));
			const body = { version: action === "stop" ? null : version, reason };
			return unwrap(api.POST("/ops/model/shadow", { body }));
		},
		onSettled: () => client.invalidateQueries({ queryKey: modelOptions.queryKey }),
	});
}
