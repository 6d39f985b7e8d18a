// What each queue's program prints of itself: empty jobs a second, and how long one waits between enqueuing and its start.

/** The number of jobs, how many run at the same time, how many meet an idle worker, and what else was named. */
export function options() {
	const [jobs, concurrency, idleJobs, ...rest] = process.argv.slice(2);
	return { jobs: Number(jobs), concurrency: Number(concurrency), idleJobs: Number(idleJobs), rest };
}

/** The time from one job that meets an idle worker to the next: ten a second. */
const IDLE_INTERVAL_MS = 100;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

/** Milliseconds from enqueuing `jobs` to their start: `enqueue` takes the time now, and `waits` fills as jobs start. */
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

/** Prints the figures as noop_throughput prints ours. */
export function print(jobsPerSecond, wait) {
	console.log(JSON.stringify({ jobs_per_second: jobsPerSecond, enqueue_to_start_ms: wait }));
	process.exit(0);
}
