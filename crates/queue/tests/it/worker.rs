//! The worker process of these tests: this test program, run with one ignored test.

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use db::{Database, DatabaseConfig, TenantTx};
use domain::JobId;
use futures::future::BoxFuture;
use queue::{DeadJob, Done, Failure, Job, JobHandlers, JobRun, Outcome, Queue, Runner, Settings, Transport};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

/// The configuration that a worker process reads from its standard input.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorkerConfig {
    pub database_url: String,
    pub redis_url: String,
    /// Whether to use short intervals instead of production's.
    pub has_short_intervals: bool,
    /// The version that operators see.
    pub version: String,
    /// How many jobs of the maintenance queue run concurrently.
    pub concurrency: usize,
    /// Whether it polls. Otherwise only a push wakes it.
    pub polls: bool,
}

/// Returns intervals that are short enough for tests of faults and repairs, or those of production.
pub fn settings(has_short_intervals: bool) -> Settings {
    let ms = Duration::from_millis;
    if !has_short_intervals {
        return Settings::default();
    }
    Settings {
        lease: ms(1_500),
        renew_interval: ms(400),
        relay_interval: ms(200),
        reconcile_interval: ms(300),
        lost_after: ms(1_500),
        stuck_after: ms(6_000),
        heartbeat_interval: ms(1_000),
        backoff: ms(100),
        max_backoff: ms(400),
        drain_timeout: ms(5_000),
        bulk_batch_size: 50,
        ..Settings::default()
    }
}

/// Sleeps, then writes one row: the effect that must happen exactly once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WriteEffect {
    pub delay_ms: u64,
}

impl Job for WriteEffect {
    const KIND: &'static str = "write_effect";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(20);
}

async fn write_effect(_: Arc<()>, run: JobRun<WriteEffect>) -> Outcome {
    tokio::time::sleep(Duration::from_millis(run.job.delay_ms)).await;
    let mut tx = run.tenant_db().begin().await?;
    insert_effect(&mut tx, run.id).await?;
    run.complete(tx).await
}

/// Kills its worker process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KillWorker {}

impl Job for KillWorker {
    const KIND: &'static str = "kill_worker";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(20);
    const MAX_ATTEMPTS: i16 = 3;
}

async fn kill_worker(_: Arc<()>, _: JobRun<KillWorker>) -> Outcome {
    std::process::abort()
}

fn write_dead_effect<'a>(
    _: &'a (),
    dead: &'a DeadJob<KillWorker>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    Box::pin(insert_effect(tx, dead.id))
}

async fn insert_effect(tx: &mut TenantTx, job: JobId) -> db::Result<()> {
    sqlx::query("insert into effects (job_id) values ($1)").bind(job.get()).execute(tx.connection()).await?;
    Ok(())
}

/// Ends in the given way, without an effect.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct EndAs {
    pub ending: Ending,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Ending {
    Nothing,
    Retry,
    Fail,
    Panic,
    TimeOut,
}

impl Job for EndAs {
    const KIND: &'static str = "end_as";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(2);
}

async fn end_as(_: Arc<()>, run: JobRun<EndAs>) -> Outcome {
    match run.job.ending {
        Ending::Nothing => Ok(Done::without_effect()),
        Ending::Retry => Err(Failure::retry(NotToday(std::io::Error::other("the provider is closed")))),
        Ending::Fail => Err(Failure::fail("never")),
        Ending::Panic => panic!("a mistake in a handler"),
        Ending::TimeOut => std::future::pending().await,
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not today")]
struct NotToday(#[source] std::io::Error);

/// A job without a registered handler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unhandled {}

impl Job for Unhandled {
    const KIND: &'static str = "unhandled";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(2);
}

fn handlers() -> JobHandlers {
    let context = Arc::new(());
    JobHandlers::new()
        .handle(&context, write_effect)
        .handle_with_on_dead(&context, kill_worker, write_dead_effect)
        .handle(&context, end_as)
}

async fn run_worker(config: WorkerConfig) -> anyhow::Result<()> {
    let database =
        DatabaseConfig { url: config.database_url, max_connections_per_tenant: 20, max_system_connections: 8 };
    let database = Database::connect(&database).await?;
    let mut settings = settings(config.has_short_intervals);
    if !config.polls {
        settings.poll_interval = Duration::from_hours(1);
        // apalis polls after each heartbeat
        settings.heartbeat_interval = Duration::from_hours(1);
    }
    let transport = Transport::connect(&config.redis_url, settings).await?;
    let stop = CancellationToken::new();
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let stopping = stop.clone();
    tokio::spawn(async move {
        terminate.recv().await;
        stopping.cancel();
    });
    let runner = Runner::new(database, transport, settings, handlers())
        .concurrency(Queue::Maintenance, config.concurrency)
        .version(config.version);
    runner.run(stop).await;
    Ok(())
}

/// Not a test: the program of [`crate::cluster::Worker`].
#[test]
#[ignore = "it is the worker process of the other tests"]
fn worker_process() {
    let mut config = String::new();
    std::io::stdin().read_to_string(&mut config).expect("a configuration");
    let config: WorkerConfig = serde_json::from_str(&config).expect("a configuration");
    tracing_subscriber::fmt().with_env_filter("warn").with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    if let Err(error) = runtime.block_on(run_worker(config)) {
        tracing::error!(%error, "worker ends");
        std::process::exit(1);
    }
    std::process::exit(0);
}
