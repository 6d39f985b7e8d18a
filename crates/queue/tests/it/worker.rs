//! The worker process of these tests: this test program, started again with one ignored test.

use std::io::Read as _;
use std::time::Duration;

use db::{Database, DatabaseConfig};
use futures::future::BoxFuture;
use queue::{Done, Failure, Handler, Job, JobRun, Outcome, Queue, Registry, Runner, Settings, Transport};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

/// What a worker process is told through its standard input.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    pub database_url: String,
    pub redis_url: String,
    /// Short periods, or those of production.
    pub quick: bool,
}

/// Periods that let a fault and its repair fit into a test.
pub fn settings(quick: bool) -> Settings {
    let ms = Duration::from_millis;
    if !quick {
        return Settings::default();
    }
    Settings {
        lease: ms(1_500),
        renew_every: ms(400),
        relay_every: ms(200),
        reconcile_every: ms(300),
        lost_after: ms(1_500),
        stuck_after: ms(6_000),
        heartbeat: ms(1_000),
        backoff: ms(100),
        backoff_limit: ms(400),
        drain: ms(5_000),
        ..Settings::default()
    }
}

/// Writes one row after as many milliseconds as `ref_id` says; the row is the effect that must be there once.
struct Effect;

impl Handler for Effect {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(run.job.ref_id.unsigned_abs())).await;
            let mut tx = run.tenant_db().begin().await?;
            let written = sqlx::query("insert into effects (job_id) values ($1)").bind(run.job.id.get());
            written.execute(tx.connection()).await.map_err(Failure::retry)?;
            run.complete(tx).await
        })
    }
}

/// Ends the process.
struct Deadly;

impl Handler for Deadly {
    fn run<'a>(&'a self, _: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async { std::process::abort() })
    }

    fn dead<'a>(&'a self, job: &'a Job, tx: &'a mut db::TenantTx) -> BoxFuture<'a, db::Result<()>> {
        Box::pin(async move {
            let told = sqlx::query("insert into effects (job_id) values ($1)").bind(job.id.get());
            told.execute(tx.connection()).await?;
            Ok(())
        })
    }
}

/// Does nothing, fails for ever or panics, as its `ref_id` says.
struct Plain;

impl Handler for Plain {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            match run.job.ref_id {
                0 => Ok(Done::nothing()),
                1 => Err(Failure::retry("not today")),
                2 => Err(Failure::fail("never")),
                3 => panic!("a mistake in a handler"),
                _ => std::future::pending().await,
            }
        })
    }
}

fn registry() -> Registry {
    let limit = Duration::from_secs(20);
    Registry::new()
        .with(Queue::Maintenance, "effect", limit, Effect)
        .with(Queue::Maintenance, "deadly", limit, Deadly)
        .with(Queue::Maintenance, "plain", Duration::from_secs(2), Plain)
}

async fn work(order: Order) -> anyhow::Result<()> {
    let config = DatabaseConfig { url: order.database_url, max_connections_per_tenant: 20, max_system_connections: 8 };
    let database = Database::connect(&config).await?;
    let settings = settings(order.quick);
    let transport = Transport::connect(&order.redis_url, settings).await?;
    let stop = CancellationToken::new();
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let stopping = stop.clone();
    tokio::spawn(async move {
        terminate.recv().await;
        stopping.cancel();
    });
    let runner = Runner::new(database, transport, settings, registry()).concurrency(Queue::Maintenance, 100);
    Ok(runner.run(stop).await?)
}

/// Not a test: what the other tests start, and kill.
#[test]
#[ignore = "it is the worker process of the other tests"]
fn worker_process() {
    let mut order = String::new();
    std::io::stdin().read_to_string(&mut order).expect("an order");
    let order: Order = serde_json::from_str(&order).expect("an order");
    tracing_subscriber::fmt().with_env_filter("warn").with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    if let Err(error) = runtime.block_on(work(order)) {
        tracing::error!(%error, "worker ends");
        std::process::exit(1);
    }
    std::process::exit(0);
}
