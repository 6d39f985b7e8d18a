import { HttpResponse } from "msw";
import type * as T from "~/ops/types";
import { http } from "./http";
import { opsForbidden } from "./ops";
import { may, newOpsId, note, opsDb } from "./ops-db";
import { ago, SCHEDULES, WORKERS } from "./ops-seeds";
import { notFound, problem } from "./responses";

const PAGE_SIZE = 50;
const ALLOWED_ACTIONS: Record<string, string[]> = {
	dead: ["retry", "delete"],
	canceled: ["retry", "delete"],
	done: ["delete"],
	delayed: ["run_now", "cancel"],
	ready: ["cancel"],
	running: ["cancel"],
};
/** The states of the jobs that a bulk action changes. */
const BULK_STATES: Record<string, string[]> = {
	retry: ["dead", "canceled"],
	cancel: ["ready", "delayed"],
	delete: ["done", "dead", "canceled"],
};

const matches = (job: T.Job, filter: Record<string, unknown>): boolean =>
	(!filter.queue || job.queue === filter.queue) &&
	(!filter.state || job.state === filter.state) &&
	(!filter.kind || job.kind === filter.kind) &&
	(!filter.error || job.lastError === filter.error) &&
	(!filter.tenantId || job.tenantId === Number(filter.tenantId)) &&
	(!filter.q || String(job.id) === filter.q || job.requestId === filter.q) &&
	(!Array.isArray(filter.ids) || filter.ids.includes(job.id));

/** A job with its history. */
export function detailOf(job: T.Job): T.JobDetail {
	const isRunning = job.state === "running";
	const attempts = Array.from({ length: job.attempts }, (_, at) => ({
		attempt: at + 1,
		outcome: isRunning ? "running" : job.lastError ? "failed" : "succeeded",
		startedAt: ago(7_000 - at * 60),
		endedAt: isRunning ? null : ago(6_990 - at * 60),
		worker: "worker-7d9f-x2k",
		errors: job.lastError ? [job.lastError, "connection timed out"] : [],
	}));
	return {
		job,
		payload: { messageId: job.id + 100 } as never,
		events: [
			{ at: job.createdAt, event: "queued", attempt: 0, detail: null },
			{ at: ago(7_000), event: "started", attempt: 1, detail: null },
			...(job.state === "dead" ? [{ at: ago(6_700), event: "dead", attempt: 5, detail: job.lastError }] : []),
		],
		attempts,
		actions: ALLOWED_ACTIONS[job.state] ?? [],
		traceId: `4bf92f3577b34da6a3ce929d0e0e${job.id}`,
		traceUrl: `https://traces.example/4bf92f3577b34da6a3ce929d0e0e${job.id}`,
	};
}

const find = (id: unknown) => opsDb.jobs.find((job) => job.id === Number(id));

async function applyAction(
	id: unknown,
	request: { json: () => Promise<{ reason: string }> },
	action: string,
	change: Partial<T.Job>,
) {
	if (!may("change_jobs")) return opsForbidden();
	const job = find(id);
	if (!job) return notFound();
	const { reason } = await request.json();
	Object.assign(job, change);
	note(action, `job ${job.id} (${job.kind})`, reason, job.tenant);
	return HttpResponse.json<T.JobDetail>(detailOf(job));
}

async function setPaused(
	name: string,
	isPaused: boolean,
	request: { json: () => Promise<{ reason: string }> },
) {
	if (!may("change_jobs")) return opsForbidden();
	const queue = opsDb.queues.find((each) => each.name === name);
	if (!queue) return notFound();
	const { reason } = await request.json();
	const pause = isPaused ? { at: ago(0), operator: opsDb.me?.loginId ?? "", reason } : null;
	Object.assign(queue, { paused: isPaused, pause });
	note(isPaused ? "queue_paused" : "queue_resumed", `queue ${name}`, reason);
	return HttpResponse.json<{ queue: T.QueueState }>({ queue });
}

const again = { state: "ready", attempts: 0, lastError: null, finishedAt: null };

/** The operators' queues, jobs, schedules and workers. */
export const opsQueues = [
	http.get("/ops/queues", () =>
		may("read_queues") ? HttpResponse.json({ queues: opsDb.queues }) : opsForbidden(),
	),
	http.get("/ops/queues/history", () => {
		const points = Array.from({ length: 60 }, (_, minute) =>
			opsDb.queues.map(({ name }, at) => ({
				at: ago((60 - minute) * 60),
				queue: name,
				in: Math.round(20 + 14 * Math.sin(minute / 6 + at)),
				out: Math.round(19 + 13 * Math.sin(minute / 6 + at - 0.3)),
				failures: at === 1 && minute > 48 ? minute - 46 : 0,
			})),
		).flat();
		return HttpResponse.json({ points });
	}),
	http.post("/ops/queues/{queue}/pause", ({ params, request }) => setPaused(params.queue, true, request)),
	http.post("/ops/queues/{queue}/resume", ({ params, request }) => setPaused(params.queue, false, request)),
	http.get("/ops/jobs", ({ request }) => {
		if (!may("read_queues")) return opsForbidden();
		const found = opsDb.jobs.filter((job) =>
			matches(job, Object.fromEntries(new URL(request.url).searchParams)),
		);
		const count = { jobs: found.length, isEstimate: false };
		return HttpResponse.json({ items: found.slice(0, PAGE_SIZE), nextCursor: null, count });
	}),
	http.get("/ops/jobs/{id}", ({ params }) => {
		const job = find(params.id);
		return job ? HttpResponse.json(detailOf(job)) : notFound();
	}),
	http.post("/ops/jobs/{id}/retry", ({ params, request }) =>
		applyAction(params.id, request, "job_retried", again),
	),
	http.post("/ops/jobs/{id}/run-now", ({ params, request }) =>
		applyAction(params.id, request, "job_run", { state: "ready" }),
	),
	http.post("/ops/jobs/{id}/cancel", ({ params, request }) =>
		applyAction(params.id, request, "job_canceled", { state: "canceled" }),
	),
	http.delete("/ops/jobs/{id}", async ({ params, request }) => {
		const job = find(params.id);
		if (!job) return notFound();
		opsDb.jobs = opsDb.jobs.filter((each) => each !== job);
		note("job_deleted", `job ${job.id} (${job.kind})`, (await request.json()).reason, job.tenant);
		return HttpResponse.json({ deleted: true });
	}),
	http.post("/ops/bulk", async ({ request }) => {
		if (!may("change_jobs")) return opsForbidden();
		const { action, filter, reason } = await request.json();
		if (!reason) return problem(422, "validation", "사유를 적어 주세요.");
		if (Object.keys(filter).length === 0) {
			const message = "꼭 적어 주세요.";
			return problem(422, "validation", message, [{ field: "filter", code: "required", message }]);
		}
		const found = opsDb.jobs.filter(
			(job) => matches(job, filter) && BULK_STATES[action]?.includes(job.state),
		);
		for (const job of found) {
			if (action === "retry") Object.assign(job, again);
			if (action === "cancel") Object.assign(job, { state: "canceled" });
		}
		if (action === "delete") opsDb.jobs = opsDb.jobs.filter((job) => !found.includes(job));
		const bulk: T.Bulk = {
			id: newOpsId(),
			action,
			state: "done",
			filter,
			reason,
			operator: opsDb.me?.loginId ?? "",
			total: found.length,
			done: found.length,
			failed: 0,
			createdAt: ago(0),
			finishedAt: ago(0),
		};
		opsDb.bulks.unshift(bulk);
		note("bulk_started", `${action} ${found.length}`, reason);
		return HttpResponse.json(bulk, { status: 202 });
	}),
	http.get("/ops/bulk", () => HttpResponse.json({ bulks: opsDb.bulks })),
	http.get("/ops/dead-letters", () => {
		const groups = new Map<string, T.DeadGroup>();
		for (const { kind, queue, lastError, id } of opsDb.jobs.filter(({ state }) => state === "dead")) {
			const error = lastError ?? "";
			const group = groups.get(kind + error) ?? {
				kind,
				queue,
				error,
				count: 0,
				first: ago(9_000),
				last: ago(600),
				sampleId: id,
			};
			group.count += 1;
			groups.set(kind + error, group);
		}
		return HttpResponse.json({ groups: [...groups.values()].sort((one, other) => other.count - one.count) });
	}),
	http.get("/ops/schedules", () => HttpResponse.json({ schedules: SCHEDULES })),
	http.post("/ops/schedules/{name}/run", async ({ params, request }) => {
		note("schedule_run", params.name, (await request.json()).reason);
		return HttpResponse.json({ jobs: 2 });
	}),
	http.get("/ops/workers", () => HttpResponse.json({ workers: WORKERS })),
];
