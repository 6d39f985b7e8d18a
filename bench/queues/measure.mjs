// What each queue's program prints of itself: empty jobs a second, and how long one waits between enqueuing and its start.

/** The number of jobs, how many run at the same time, and what else was named. */
export function options() {
	const [jobs, concurrency, ...rest] = process.argv.slice(2);
	return { jobs: Number(jobs), concurrency: Number(concurrency), rest };
}

/** Jobs that meet an idle worker, one after another, and the pause between them. */
export const IDLE_JOBS = 300;
const IDLE_PAUSE_MS = 23;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

/** Milliseconds from enqueuing to start: `enqueue` takes the time now, and `waits` fills as jobs start. */
export async function latency(enqueue, waits) {
	for (let i = 0; i < IDLE_JOBS; i += 1) {
		await enqueue(performance.now());
		await pause(IDLE_PAUSE_MS);
	}
	while (waits.length < IDLE_JOBS) await pause(20);
	const sorted = waits.toSorted((a, b) => a - b);
	return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

/** Prints the figures as noop_throughput prints ours. */
export function print(jobsPerSecond, wait) {
	console.log(JSON.stringify({ jobs_per_second: jobsPerSecond, enqueue_to_start_ms: wait }));
	process.exit(0);
}
