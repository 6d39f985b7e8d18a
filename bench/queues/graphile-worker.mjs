// Graphile Worker on the PostgreSQL at DATABASE_URL. Usage: node graphile-worker.mjs JOBS CONCURRENCY IDLE_JOBS
import { Logger, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { latency, options, pause, print } from "./measure.mjs";

const { jobs, concurrency, idleJobs } = options();
/** The same number of connections as our worker has. */
const MAX_CONNECTIONS = 16;

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: MAX_CONNECTIONS });
const logger = new Logger(() => (level, message) => {
	if (level === "error") console.error(message);
});
const start = (taskList) => run({ pgPool: database, concurrency, noHandleSignals: true, logger, taskList });
const add = (task, payload) => database.query("select graphile_worker.add_job($1, $2)", [task, payload]);

await runMigrations({ pgPool: database, logger });

async function throughput() {
	// the backlog exists before the worker starts, so that the rate is the worker's alone
	await database.query("select graphile_worker.add_job('bulk', json_build_object('id', n)) from generate_series(1, $1::int) n", [jobs]);
	let started = 0;
	const runner = await start({
		bulk: async () => {
			started ||= performance.now();
		},
	});
	let done = 0;
	const seconds = await new Promise((resolve) => {
		// emitted after the job's row is deleted
		runner.events.on("job:complete", () => {
			if (++done === jobs) resolve((performance.now() - started) / 1000);
		});
	});
	await runner.stop();
	return jobs / seconds;
}

async function idle() {
	const waits = [];
	const runner = await start({
		noop: async ({ at }) => {
			waits.push(performance.now() - at);
		},
	});
	await pause(200);
	const wait = await latency(idleJobs, (at) => add("noop", { at }), waits);
	await runner.stop();
	return wait;
}

print(await throughput(), await idle());
