//! Measures the queue with jobs that do nothing, with one worker process. Prints one JSON object.
//!
//! `cargo run --release -p queue --example noop_throughput -- --database-url postgres://… --redis-url redis://…
//! [--jobs 10000] [--concurrency 100] [--idle-jobs 300]`
//! The database must be migrated and contain a tenant. Nothing else may use the two servers. The example deletes all
//! jobs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use db::{Database, DatabaseConfig};
use domain::TenantId;
use queue::{Done, Job, JobHandlers, JobRun, Outcome, Producer, Queue, Runner, Settings, Transport, enqueue};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Interval between jobs for an idle worker: ten per second.
const IDLE_INTERVAL: Duration = Duration::from_millis(100);

/// How often finished jobs are counted. It is long because counting uses the same processors; the rate is computed from
/// the rows' timestamps.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// How many jobs of the backlog one transaction enqueues.
const BATCH: usize = 500;

/// A waiting job that does nothing.
#[derive(Serialize, Deserialize)]
struct BulkNoop {}

impl Job for BulkNoop {
    const KIND: &'static str = "bulk_noop";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(5);
}

/// A single job that does nothing.
#[derive(Serialize, Deserialize)]
struct Noop {}

impl Job for Noop {
    const KIND: &'static str = "noop";
    const QUEUE: Queue = Queue::Inference;
    const TIMEOUT: Duration = Duration::from_secs(5);
}

async fn do_nothing<J: Job>(_: Arc<()>, _: JobRun<J>) -> Outcome {
    Ok(Done::without_effect())
}

fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "printing is what it is for")]
async fn main() -> anyhow::Result<()> {
    let url = argument("--database-url").context("--database-url is missing")?;
    let redis = argument("--redis-url").context("--redis-url is missing")?;
    // backlog for the throughput measurement, and how many of its jobs run concurrently
    let jobs: usize = argument("--jobs").map_or(Ok(10_000), |text| text.parse())?;
    let concurrency: usize = argument("--concurrency").map_or(Ok(100), |text| text.parse())?;
    // jobs that reach an idle worker, one after another
    let idle_jobs: usize = argument("--idle-jobs").map_or(Ok(300), |text| text.parse())?;
    let owner = PgPool::connect(&url).await?;
    let database =
        Database::connect(&DatabaseConfig { url, max_connections_per_tenant: 8, max_system_connections: 8 }).await?;
    // all jobs fit into Redis, so that both queues of a comparison begin with their whole backlog there
    let settings = Settings { max_depth: u64::try_from(jobs)?, ..Settings::default() };
    let transport = Transport::connect(&redis, settings).await?;
    let tenant = sqlx::query_scalar("select id from tenants order by id limit 1").fetch_one(&owner).await?;
    sqlx::query("delete from jobs").execute(&owner).await?;

    let stop = CancellationToken::new();
    let context = Arc::new(());
    let handlers = JobHandlers::new().handle(&context, do_nothing::<BulkNoop>).handle(&context, do_nothing::<Noop>);
    let runner = Runner::new(database.clone(), transport.clone(), settings, handlers);
    let runner = runner.concurrency(Queue::Maintenance, concurrency);

    let producer = Producer::with_transport(transport);
    // the backlog exists before the worker starts, so that the rate is the worker's alone
    enqueue_backlog(&database, TenantId::new(tenant), &producer, jobs).await?;
    let worker = tokio::spawn(runner.run(stop.clone()));
    let rate = rate(&owner, i64::try_from(jobs)?).await?;
    enqueue_slowly(&database, TenantId::new(tenant), &producer, idle_jobs).await?;
    let (p50, p99) = waits(&owner).await?;
    stop.cancel();
    worker.await?;
    println!(r#"{{"jobs_per_second":{rate:.0},"enqueue_to_start_ms":{{"p50":{p50:.1},"p99":{p99:.1}}}}}"#);
    Ok(())
}

/// Enqueues jobs as the API does: commits them, then pushes them to Redis.
async fn enqueue_backlog(
    database: &Database,
    tenant: TenantId,
    producer: &Producer,
    jobs: usize,
) -> anyhow::Result<()> {
    let mut left = jobs;
    while left > 0 {
        let mut enqueued = Vec::new();
        let mut tx = database.tenant(tenant).begin().await?;
        for _ in 0..left.min(BATCH) {
            enqueued.push(enqueue(&mut tx, BulkNoop {}).await?);
        }
        tx.commit().await?;
        left -= enqueued.len();
        futures::future::join_all(enqueued.into_iter().map(|job| producer.push(job))).await;
    }
    Ok(())
}

/// Jobs done per second, from the first start to the last end.
async fn rate(owner: &PgPool, jobs: i64) -> anyhow::Result<f64> {
    let start = Instant::now();
    loop {
        let (done, seconds): (i64, Option<f64>) = sqlx::query_as(
            "select count(*), extract(epoch from max(finished_at) - min(started_at))::float8 from jobs where state = 'done'",
        )
        .fetch_one(owner)
        .await?;
        if done == jobs {
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            return Ok(jobs as f64 / seconds.context("no time")?);
        }
        anyhow::ensure!(start.elapsed() < Duration::from_mins(2), "only {done} of {jobs} jobs in 120 s");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Enqueues jobs one after another, and waits until they are done.
async fn enqueue_slowly(database: &Database, tenant: TenantId, producer: &Producer, jobs: usize) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(IDLE_INTERVAL);
    for _ in 0..jobs {
        ticks.tick().await;
        let mut tx = database.tenant(tenant).begin().await?;
        let job = enqueue(&mut tx, Noop {}).await?;
        tx.commit().await?;
        producer.push(job).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(())
}

/// Milliseconds from the start of the enqueuing transaction to the start of the job, by the database's clock: median
/// and 99th percentile.
async fn waits(owner: &PgPool) -> anyhow::Result<(f64, f64)> {
    let quantiles =
        "select percentile_cont($1) within group (order by extract(epoch from started_at - created_at)::float8)
        from jobs where queue = 'inference' and state = 'done'";
    let at = async |share: f64| -> anyhow::Result<f64> {
        let seconds: f64 = sqlx::query_scalar(quantiles).bind(share).fetch_one(owner).await?;
        Ok(seconds * 1_000.0)
    };
    Ok((at(0.5).await?, at(0.99).await?))
}
