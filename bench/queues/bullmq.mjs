// BullMQ on the Redis at REDIS_URL. Usage: node bullmq.mjs JOBS CONCURRENCY IDLE_JOBS everysec|always (Redis' appendfsync)
import { Queue, Worker } from "bullmq";
import IORedis from "ioredis";
import { latency, options, pause, print } from "./measure.mjs";

const { jobs, concurrency, idleJobs, rest } = options();
const BULK = 500;

const connect = () => new IORedis(process.env.REDIS_URL, { maxRetriesPerRequest: null });

const server = connect();
await server.config("SET", "appendfsync", rest[0]);

async function throughput() {
	const queue = new Queue("bench-throughput", { connection: connect() });
	// the backlog exists before the worker starts, so that the rate is the worker's alone
	for (let at = 0; at < jobs; at += BULK) {
		const size = Math.min(BULK, jobs - at);
		await queue.addBulk(Array.from({ length: size }, (_, i) => ({ name: "noop", data: { id: at + i } })));
	}
	let [started, done] = [0, 0];
	return new Promise((resolve) => {
		const start = () => {
			started ||= performance.now();
		};
		const worker = new Worker("bench-throughput", start, { connection: connect(), concurrency });
		worker.on("completed", () => {
			if (++done === jobs) resolve(jobs / ((performance.now() - started) / 1000));
		});
		worker.on("error", (error) => console.error(error));
	});
}

async function idle() {
	const queue = new Queue("bench-latency", { connection: connect() });
	const waits = [];
	const start = async (job) => {
		waits.push(performance.now() - job.data.at);
	};
	const worker = new Worker("bench-latency", start, { connection: connect(), concurrency });
	await worker.waitUntilReady();
	await pause(200);
	return latency(idleJobs, (at) => queue.add("noop", { at }), waits);
}

print(await throughput(), await idle());
