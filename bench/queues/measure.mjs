// Shared parts of the queue benchmarks: the rate of jobs that do nothing, and the time from enqueuing a job to its
// start.

/** The number of jobs, the concurrency, the number of jobs for an idle worker, and the other arguments. */
export function options() {
	const [jobs, concurrency, idleJobs, ...rest] = process.argv.slice(2);
	return { jobs: Number(jobs), concurrency: Number(concurrency), idleJobs: Number(idleJobs), rest };
}

/** Interval between jobs for an idle worker: ten per second. */
const IDLE_INTERVAL_MS = 100;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

/** Milliseconds from enqueuing `jobs` to their start. `enqueue` receives the current time; starting jobs fill `waits`. */
export async function latency(jobs, enqueue, waits) {
	const start = performance.now();
	for (let i = 0; i < jobs; i += 1) {
		await pause(start + i * IDLE_INTERVAL_MS - performance.now());
		await enqueue(performance.now());
	}
	while (waits.length < jobs) await pause(20);
	const sorted = waits.toSorted((a, b) => a - b);
	return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

/** Prints the metrics in the format of noop_throughput. */
export function print(jobsPerSecond, wait) {
	console.log(JSON.stringify({ jobs_per_second: jobsPerSecond, enqueue_to_start_ms: wait }));
	process.exit(0);
}
