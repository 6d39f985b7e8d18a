//! Measures the queue before and during a long REPEATABLE READ transaction, which keeps vacuum from removing dead row
//! versions. Prints one JSON object.
//!
//! `cargo run --release -p queue --example long_transaction -- --database-url postgres://… --redis-url redis://…
//! [--seconds 60]` (600 for the long run). The database must be migrated and contain a tenant. Nothing else may use the
//! two servers. The example deletes all jobs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use db::{Database, DatabaseConfig, TenantDb};
use domain::TenantId;
use queue::{Done, Job, JobHandlers, JobRun, Outcome, Producer, Queue, Runner, Settings, Transport, enqueue};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Tasks that enqueue one job after another.
const CALLERS: usize = 8;
/// Pause between two jobs of a caller. Together the callers enqueue more than the worker can run.
const PAUSE: Duration = Duration::from_millis(1);
/// Measurement windows per phase.
const WINDOWS: u32 = 6;

#[derive(Serialize, Deserialize)]
struct Noop {}

impl Job for Noop {
    const KIND: &'static str = "noop";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(5);
}

async fn do_nothing(_: Arc<()>, _: JobRun<Noop>) -> Outcome {
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
    let seconds: u64 = argument("--seconds").map_or(Ok(60), |text| text.parse())?;
    let owner = PgPool::connect(&url).await?;
    let config = DatabaseConfig { url, max_connections_per_tenant: 16, max_system_connections: 8 };
    let database = Database::connect(&config).await?;
    let transport = Transport::connect(&redis, Settings::default()).await?;
    let tenant = sqlx::query_scalar("select id from tenants order by id limit 1").fetch_one(&owner).await?;
    sqlx::query("delete from jobs").execute(&owner).await?;

    let stop = CancellationToken::new();
    let handlers = JobHandlers::new().handle(&Arc::new(()), do_nothing);
    let runner = Runner::new(database.clone(), transport.clone(), Settings::default(), handlers);
    let worker = tokio::spawn(runner.concurrency(Queue::Maintenance, 100).run(stop.clone()));
    let producer = Producer::with_transport(transport);
    for _ in 0..CALLERS {
        let tenant = database.tenant(TenantId::new(tenant));
        tokio::spawn(enqueue_constantly(tenant, producer.clone(), stop.clone()));
    }
    let window = Duration::from_secs(seconds) / WINDOWS;
    let before = measure(&owner, window).await?;
    let bytes_before = bytes_of_a_job(&owner).await?;
    let mut long = owner.begin().await?;
    sqlx::query("set transaction isolation level repeatable read").execute(&mut *long).await?;
    sqlx::query("select count(*) from tenants").execute(&mut *long).await?;
    let during = measure(&owner, window).await?;
    let bytes_during = bytes_of_a_job(&owner).await?;
    let dead_during = dead_rows(&owner).await?;
    long.rollback().await?;
    stop.cancel();
    worker.await?;
    sqlx::query("vacuum analyze jobs").execute(&owner).await?;
    let dead_after = dead_rows(&owner).await?;
    let (first, second) = (late(&before), late(&during));
    let fall = 100.0 * (1.0 - second / first);
    println!(
        r#"{{"rates_before":{before:.0?},"rates_under_it":{during:.0?},"jobs_per_second_before":{first:.0},"jobs_per_second_under_it":{second:.0},"fall_percent":{fall:.1},"bytes_of_a_job_before":{bytes_before},"bytes_of_a_job_under_it":{bytes_during},"dead_rows_under_it":{dead_during},"dead_rows_after_a_vacuum":{dead_after}}}"#
    );
    Ok(())
}

/// The mean rate of a phase's second half, where the effect is largest.
fn late(rates: &[f64]) -> f64 {
    let half = &rates[rates.len() / 2..];
    half.iter().sum::<f64>() / f64::from(WINDOWS - WINDOWS / 2)
}

/// The size of the table of jobs with its indexes, in bytes per existing job. Bloat raises it.
async fn bytes_of_a_job(owner: &PgPool) -> anyhow::Result<i64> {
    let bytes = "select pg_total_relation_size('jobs') / greatest(count(*), 1) from jobs";
    Ok(sqlx::query_scalar(bytes).fetch_one(owner).await?)
}

/// Dead row versions of the table of jobs.
async fn dead_rows(owner: &PgPool) -> anyhow::Result<i64> {
    sqlx::query("select pg_stat_force_next_flush()").execute(owner).await?;
    let dead = "select n_dead_tup from pg_stat_user_tables where relname = 'jobs'";
    Ok(sqlx::query_scalar(dead).fetch_one(owner).await?)
}

async fn enqueue_constantly(tenant: TenantDb, producer: Producer, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = enqueue_one(&tenant, &producer).await {
            tracing::warn!(%error, "not enqueued");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn enqueue_one(tenant: &TenantDb, producer: &Producer) -> db::Result<()> {
    let mut tx = tenant.begin().await?;
    let job = enqueue(&mut tx, Noop {}).await?;
    tx.commit().await?;
    producer.push(job).await;
    Ok(())
}

/// Jobs done per second, in each window.
async fn measure(owner: &PgPool, window: Duration) -> anyhow::Result<Vec<f64>> {
    let mut rates = Vec::new();
    for _ in 0..WINDOWS {
        tokio::time::sleep(window).await;
        let done: i64 = sqlx::query_scalar(
            "select count(*) from jobs where state = 'done' and finished_at > now() - make_interval(secs => $1)",
        )
        .bind(window.as_secs_f64())
        .fetch_one(owner)
        .await?;
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        rates.push(done as f64 / window.as_secs_f64());
    }
    Ok(rates)
}
