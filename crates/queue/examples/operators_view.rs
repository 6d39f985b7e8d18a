//! Measures the operators' lists over a long history and the retry of all dead jobs. Prints one line per list with the
//! median and the 99th percentile in milliseconds.
//!
//! `cargo run --release -p queue --example operators_view -- --database-url postgres://…
//! --redis-url redis://… [--done 1000000] [--dead 100000] [--keep]`
//! The database must be migrated and contain a tenant, and nothing else may use it. The login must be a superuser. The
//! example pauses all queues and deletes all jobs; with `--keep` it lists the existing jobs instead.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use db::{Database, DatabaseConfig, SystemConn};
use queue::admin::{
    BulkActionState, JobAction, JobFilter, JobState, NewBulkAction, find_bulk, find_job, insert_bulk, list_dead_groups,
    list_history, list_jobs, list_schedules, list_workers, pause,
};
use queue::{Done, Job, JobHandlers, JobRun, Outcome, Queue, QueueAdmin, Runner, Settings, Transport, enqueue};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// How often each list is read.
const ROUNDS: usize = 100;
/// Jobs that one statement inserts.
const CHUNK: i64 = 100_000;

/// A job that is inserted but never runs.
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

fn number(name: &str, default: i64) -> anyhow::Result<i64> {
    argument(name).map_or(Ok(default), |text| text.parse().with_context(|| name.to_owned()))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let url = argument("--database-url").context("--database-url is missing")?;
    let owner = PgPool::connect(&url).await?;
    let config = DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 4 };
    let database = Database::connect(&config).await?;
    let (done, dead) = (number("--done", 1_000_000)?, number("--dead", 100_000)?);
    if std::env::args().any(|argument| argument == "--keep") {
        print_sizes(&owner).await?;
    } else {
        sqlx::query("truncate jobs, job_events").execute(&owner).await?;
        measure_enqueue(&database, &owner, "enqueue, empty table").await?;
        fill(&owner, done, dead).await?;
    }
    measure_enqueue(&database, &owner, "enqueue, full table").await?;
    let mut conn = database.system().acquire().await?;
    measure_lists(&mut conn).await?;
    let system = database.system();
    let transport = Transport::lazy(&argument("--redis-url").context("--redis-url is missing")?, Settings::default())?;
    let admin = QueueAdmin::new(system.clone(), transport.clone());
    measure("overview", async || Ok(admin.queues().await.map(drop)?)).await?;
    measure("history", async || Ok(list_history(&system, 60).await.map(drop)?)).await?;
    retry_all_dead(&database, transport).await?;
    Ok(())
}

/// Inserts the jobs without indexes and triggers, then restores those and updates the planner's statistics as
/// autovacuum would.
async fn fill(owner: &PgPool, done: i64, dead: i64) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut conn = owner.acquire().await?;
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "select indexname::text, indexdef from pg_indexes where tablename in ('jobs', 'job_events')
         and indexname not in (select conname from pg_constraint)",
    )
    .fetch_all(&mut *conn)
    .await?;
    for (name, _) in &indexes {
        sqlx::query(sqlx::AssertSqlSafe(format!("drop index {name}"))).execute(&mut *conn).await?;
    }
    sqlx::query("set session_replication_role = replica").execute(&mut *conn).await?;
    let (mut left_done, mut left_dead) = (done, dead);
    while left_done + left_dead > 0 {
        let some_done = left_done.min(CHUNK);
        let some_dead = if left_done > CHUNK { left_dead * CHUNK / left_done } else { left_dead };
        let insert = sqlx::query(include_str!("history.sql")).bind(some_done).bind(some_dead);
        insert.execute(&mut *conn).await?;
        left_done -= some_done;
        left_dead -= some_dead;
    }
    sqlx::query("reset session_replication_role").execute(&mut *conn).await?;
    for (_, definition) in indexes {
        sqlx::query(sqlx::AssertSqlSafe(definition)).execute(&mut *conn).await?;
    }
    for table in ["vacuum analyze jobs", "vacuum analyze job_events"] {
        sqlx::query(table).execute(owner).await?;
    }
    print("filled", started.elapsed(), started.elapsed());
    print_sizes(owner).await
}

/// Prints the bytes of a row, of its table and of its indexes.
#[expect(clippy::print_stdout, reason = "printing is what it is for")]
async fn print_sizes(owner: &PgPool) -> anyhow::Result<()> {
    let sizes: Vec<(String, i64, i64, i64)> = sqlx::query_as(
        "select relname::text, reltuples::int8, (pg_table_size(oid) / greatest(reltuples, 1))::int8,
                (pg_indexes_size(oid) / greatest(reltuples, 1))::int8
         from pg_class where relname in ('jobs', 'job_events') order by relname",
    )
    .fetch_all(owner)
    .await?;
    for (table, rows, bytes, index_bytes) in sizes {
        println!("{table:<28} {rows} rows of {bytes} bytes, and {index_bytes} in indexes");
    }
    Ok(())
}

async fn measure_enqueue(database: &Database, owner: &PgPool, name: &str) -> anyhow::Result<()> {
    let tenant: i64 = sqlx::query_scalar("select min(id) from tenants").fetch_one(owner).await?;
    let tenant = database.tenant(tenant.into());
    measure(name, async || {
        let mut tx = tenant.begin().await?;
        enqueue(&mut tx, Noop {}).await?;
        Ok(tx.commit().await?)
    })
    .await
}

async fn measure_lists(conn: &mut SystemConn) -> anyhow::Result<()> {
    let tenant: i64 = list_jobs(conn, &JobFilter::default(), None, 1).await?.jobs.first().context("a job")?.tenant_id;
    let group = list_dead_groups(conn).await?.into_iter().next().context("a group")?;
    let in_state = |state| JobFilter { state: Some(state), ..JobFilter::default() };
    let text = |q: &str| JobFilter { q: Some(q.to_owned()), ..JobFilter::default() };
    let rare = JobFilter { kind: Some("compare_day".to_owned()), ..in_state(JobState::Done) };
    for (name, filter) in [
        ("all jobs", JobFilter::default()),
        ("dead", in_state(JobState::Dead)),
        ("done in a queue", JobFilter { queue: Some(Queue::Payments), ..in_state(JobState::Done) }),
        ("ready", in_state(JobState::Ready)),
        ("a rare kind", rare),
        ("a tenant", JobFilter { tenant_id: Some(tenant), ..JobFilter::default() }),
        ("a tenant's dead", JobFilter { tenant_id: Some(tenant), ..in_state(JobState::Dead) }),
        ("an error", JobFilter { error: Some(group.error.clone()), ..JobFilter::default() }),
        ("a payload", text("4711")),
        ("a request", text("f899139df5e1059396431415e770c6dd")),
        ("nothing", text("no such text")),
    ] {
        measure(name, async || Ok(list_jobs(conn, &filter, None, 50).await.map(drop)?)).await?;
        if let Some(before) = list_jobs(conn, &filter, None, 50).await?.next_before {
            let second = format!("{name}, page 2");
            measure(&second, async || Ok(list_jobs(conn, &filter, Some(before), 50).await.map(drop)?)).await?;
        }
    }
    measure("dead letters", async || Ok(list_dead_groups(conn).await.map(drop)?)).await?;
    measure("a job", async || Ok(find_job(conn, group.sample_id.into()).await.map(drop)?)).await?;
    measure("schedules", async || Ok(list_schedules(conn, group.last).await.map(drop)?)).await?;
    measure("workers", async || Ok(list_workers(conn).await.map(drop)?)).await?;
    Ok(())
}

/// Retries all dead jobs as a bulk action, run by a worker while all queues are paused. Prints its progress.
#[expect(clippy::print_stdout, reason = "printing is what it is for")]
async fn retry_all_dead(database: &Database, transport: Transport) -> anyhow::Result<()> {
    let mut conn = database.system().acquire().await?;
    for queue in Queue::ALL {
        pause(&mut conn, queue, "operators_view", "a measurement").await?;
    }
    let stop = CancellationToken::new();
    let handlers = JobHandlers::new().handle(&Arc::new(()), do_nothing);
    let runner = Runner::new(database.clone(), transport, Settings::default(), handlers);
    let worker = tokio::spawn(runner.run(stop.clone()));
    let filter = JobFilter { state: Some(JobState::Dead), ..JobFilter::default() };
    let (operator, reason) = ("operators_view", "a measurement");
    let started = Instant::now();
    let new = NewBulkAction { action: JobAction::Retry, filter: &filter, operator, reason };
    let id = insert_bulk(&mut conn, &new).await?;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let action = find_bulk(&mut conn, id).await?.context("the action")?;
        let (seconds, total) = (started.elapsed().as_secs_f64(), action.total.unwrap_or_default());
        println!("retry of all dead: {} of {total}, {} left as they were, {seconds:.0} s", action.done, action.skipped);
        if action.state == BulkActionState::Done {
            break;
        }
    }
    stop.cancel();
    worker.await?;
    Ok(())
}

async fn measure(name: &str, mut read: impl AsyncFnMut() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        read().await.with_context(|| name.to_owned())?;
        times.push(started.elapsed());
    }
    times.sort();
    // by the nearest rank
    print(name, times[ROUNDS / 2], times[(ROUNDS * 99).div_ceil(100) - 1]);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "printing is what it is for")]
fn print(name: &str, p50: Duration, p99: Duration) {
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!("{name:<28} p50 {:>8.1} ms   p99 {:>8.1} ms", ms(p50), ms(p99));
}
