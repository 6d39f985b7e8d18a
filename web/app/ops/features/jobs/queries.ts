import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { JobDetail, JobFilter } from "~/ops/types";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";

const PAGE_SIZE = 50;
const POLL_INTERVAL_MS = 5_000;
const UNFINISHED = new Set(["ready", "queued", "running", "delayed"]);

const listOptions = $api.queryOptions("get", "/ops/jobs");
const jobOptions = (id: number) => $api.queryOptions("get", "/ops/jobs/{id}", { params: { path: { id } } });

/** The jobs that match, newest first. The first page has an approximate total. */
export function useJobs(filter: JobFilter) {
	return useInfiniteQuery({
		queryKey: [...listOptions.queryKey, "pages", filter],
		queryFn: ({ pageParam, signal }) => {
			const query = { ...filter, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
			return unwrap(api.GET("/ops/jobs", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.nextCursor ?? null,
		placeholderData: keepPreviousData,
	});
}

/** One job, polled until it has ended. */
export function useJob(id: number) {
	return useQuery({
		...jobOptions(id),
		refetchInterval: ({ state }) =>
			state.data && UNFINISHED.has(state.data.job.state) ? POLL_INTERVAL_MS : false,
	});
}

export const ACTIONS = ["retry", "run_now", "cancel", "delete"] as const;
export type JobAction = (typeof ACTIONS)[number];

/** Runs an action on a job. Returns the changed job, or nothing if it was deleted. */
export function useJobAction(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({
			action,
			reason,
		}: {
			action: JobAction;
			reason: string;
		}): Promise<JobDetail | null> => {
			const options = { params: { path: { id } }, body: { reason } };
			if (action === "retry") return unwrap(api.POST("/ops/jobs/{id}/retry", options));
			if (action === "run_now") return unwrap(api.POST("/ops/jobs/{id}/run-now", options));
			if (action === "cancel") return unwrap(api.POST("/ops/jobs/{id}/cancel", options));
			await unwrapEmpty(api.DELETE("/ops/jobs/{id}", options));
			return null;
		},
		onSuccess: (detail) => {
			if (detail) client.setQueryData(jobOptions(id).queryKey, detail);
			void client.invalidateQueries({ queryKey: listOptions.queryKey });
		},
		onError: () => client.invalidateQueries({ queryKey: jobOptions(id).queryKey }),
	});
}
