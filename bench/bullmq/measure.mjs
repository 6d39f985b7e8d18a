// BullMQ on the Redis at REDIS_URL, measured as ./task bench measures our queue: empty jobs a second, and how long one
// waits. Prints one JSON object. Usage: node measure.mjs JOBS
import { Queue, Worker } from "bullmq";
import IORedis from "ioredis";

const JOBS = Number(process.argv[2] ?? 20_000);
const CONCURRENCY = 10;
const BULK = 500;
const SAMPLES = Math.min(500, JOBS / 10);
const PAUSE_MS = 20;

const connect = () => new IORedis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

async function throughput() {
	const queue = new Queue("bench-throughput", { connection: connect() });
	await queue.obliterate({ force: true });
	for (let at = 0; at < JOBS; at += BULK) {
		const size = Math.min(BULK, JOBS - at);
		await queue.addBulk(Array.from({ length: size }, (_, i) => ({ name: "noop", data: { id: at + i } })));
	}
	let done = 0;
	const started = performance.now();
	await new Promise((resolve) => {
		const worker = new Worker("bench-throughput", async () => { if (++done === JOBS) setTimeout(resolve); }, {
			connection: connect(),
			concurrency: CONCURRENCY,
		});
		worker.on("error", (error) => console.error(error));
	});
	const seconds = (performance.now() - started) / 1000;
	await queue.obliterate({ force: true });
	return JOBS / seconds;
}

async function latency() {
	const queue = new Queue("bench-latency", { connection: connect() });
	await queue.obliterate({ force: true });
	const waits = [];
	const worker = new Worker("bench-latency", async (job) => { waits.push(performance.now() - job.data.at); }, {
		connection: connect(),
		concurrency: CONCURRENCY,
	});
	await worker.waitUntilReady();
	await pause(200);
	for (let i = 0; i < SAMPLES; i += 1) {
		await queue.add("noop", { at: performance.now() });
		await pause(PAUSE_MS);
	}
	while (waits.length < SAMPLES) await pause(20);
	await queue.obliterate({ force: true });
	waits.sort((a, b) => a - b);
	return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

const jobsPerSecond = await throughput();
const startMs = await latency();
console.log(JSON.stringify({ jobsPerSecond, startMs }));
process.exit(0);
