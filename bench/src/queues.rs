//! Queues alone, each with jobs that do nothing and with its own servers: ours, `BullMQ`, and one on PostgreSQL.

use std::process::Command;

use serde_json::Value;

use crate::external::{add_all, run_for_json, sibling_program};
use crate::report::Report;

/// Jobs for an idle worker, ten per second.
pub const IDLE_JOBS: usize = 300;
/// Jobs that each queue runs concurrently.
const CONCURRENCY: usize = 100;

/// The compared queues: name, durability of an accepted job, and the command with `$0` (directory of our programs),
/// `$1` (jobs), `$2` (concurrency) and `$3` (idle jobs).
const QUEUES: [(&str, &str, &str); 4] = [
    (
        "our queue",
        "job, attempts and history in PostgreSQL, each commit on disk",
        r#""$0/api" migrate >&2; "$0/fixtures" load >&2
           exec "$0/examples/noop_throughput" --database-url "$DATABASE_URL" --redis-url "$REDIS_URL" --jobs "$1" --concurrency "$2" --idle-jobs "$3""#,
    ),
    (
        "BullMQ",
        "in Redis, on disk each second: a crash loses up to a second of accepted jobs",
        r#"exec node bench/queues/bullmq.mjs "$1" "$2" "$3" everysec"#,
    ),
    (
        "BullMQ, each write on disk",
        "in Redis, appendfsync always",
        r#"exec node bench/queues/bullmq.mjs "$1" "$2" "$3" always"#,
    ),
    (
        "Graphile Worker",
        "in PostgreSQL, each commit on disk; a done job is deleted and leaves no history",
        r#"exec node bench/queues/graphile-worker.mjs "$1" "$2" "$3""#,
    ),
];

/// Compares the queues on the same machine, with the same jobs and concurrency.
pub fn compare(jobs: usize, idle_jobs: usize, report: &mut Report) {
    let arguments = [jobs, CONCURRENCY, idle_jobs].map(|number| number.to_string());
    let arguments = arguments.each_ref().map(String::as_str);
    for (name, durability, command) in QUEUES {
        match run_for_json(&mut with_own_servers(command, &arguments)) {
            Ok(value) => {
                println!("{name}: {durability}; {jobs} jobs, {CONCURRENCY} at a time; then {idle_jobs}, ten a second");
                add_all(report, name, &value, durability);
            }
            Err(error) => report.add_missing(&format!("{name}, empty jobs"), &format!("{error:#}")),
        }
    }
}

/// Measures our queue before and during a REPEATABLE READ transaction that stays open for this many seconds.
pub fn measure_long_transaction(seconds: u64, report: &mut Report) {
    let command = r#""$0/api" migrate >&2; "$0/fixtures" load >&2
        exec "$0/examples/long_transaction" --database-url "$DATABASE_URL" --redis-url "$REDIS_URL" --seconds "$1""#;
    let name = "under a long transaction";
    match run_for_json(&mut with_own_servers(command, &[&seconds.to_string()])) {
        Ok(value) => {
            println!("{value:#}");
            let note = format!("{seconds} s without it and {seconds} s under it");
            if let Value::Object(rows) = &value {
                for (key, inner) in rows {
                    add_all(report, &format!("{name}: {}", key.replace('_', " ")), inner, &note);
                }
            }
        }
        Err(error) => report.add_missing(name, &format!("{error:#}")),
    }
}

/// Returns a command with its own PostgreSQL and Redis, which write to disk.
fn with_own_servers(script: &str, arguments: &[&str]) -> Command {
    let mut sandbox = Command::new(sibling_program("sandbox"));
    sandbox.args(["exec", "--durable", "--", "bash", "-euc", script]).arg(sibling_program("")).args(arguments);
    // with these variables it would use the product's servers
    sandbox.env_remove("DATABASE_URL").env_remove("REDIS_URL").env_remove("S3_ENDPOINT");
    sandbox
}
