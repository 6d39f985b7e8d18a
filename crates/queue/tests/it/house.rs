//! A tenant, its database and Redis, and worker processes that are started again when they end badly.

use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::{Database, DatabaseConfig};
use domain::{JobId, TenantId};
use queue::{Board, NewJob, Producer, Queue, Transport, enqueue};
use sqlx::PgPool;
use std::io::Write as _;

use crate::servers::{Postgres, Redis, signal};
use crate::worker::{Order, settings};

/// Everything that one test needs.
pub struct House {
    pub postgres: Postgres,
    pub redis: Redis,
    pub database: Database,
    pub producer: Producer,
    pub board: Board,
    pub tenant: TenantId,
    /// The owner's view, for looking and for test tables.
    pub owner: PgPool,
    quick: bool,
}

impl House {
    /// A house with short periods.
    pub async fn quick() -> Self {
        Self::new(true).await
    }

    /// A house with the periods of production.
    pub async fn real() -> Self {
        Self::new(false).await
    }

    async fn new(quick: bool) -> Self {
        let (postgres, redis) = tokio::join!(Postgres::start(), Redis::start());
        db::migrate(&postgres.url()).await.expect("migrated");
        let owner = PgPool::connect(&postgres.url()).await.expect("a connection");
        sqlx::raw_sql(
            "create table effects (id bigserial primary key, job_id bigint not null);
             grant insert on effects to hyeobom_app; grant usage on sequence effects_id_seq to hyeobom_app;",
        )
        .execute(&owner)
        .await
        .expect("a table");
        let tenant: i64 = sqlx::query_scalar(
            "insert into tenants (key, name, company_name, company_representative, company_registration_number,
                company_address, company_phone, company_email, mail_from, sms_from)
             values ('test', 'Test', 'c', 'r', 'n', 'a', 'p', 'e', 'm', '0212345678') returning id",
        )
        .fetch_one(&owner)
        .await
        .expect("a tenant");
        let config = DatabaseConfig { url: postgres.url(), max_connections_per_tenant: 10, max_system_connections: 4 };
        let database = Database::connect(&config).await.expect("a database");
        let transport = Transport::lazy(&redis.url(), settings(quick)).expect("an address");
        let board = Board::new(database.system(), transport.clone());
        let producer = Producer::with(transport);
        Self { postgres, redis, database, producer, board, tenant: TenantId::new(tenant), owner, quick }
    }

    /// Makes a job and pushes it.
    pub async fn job(&self, kind: &'static str, ref_id: i64) -> JobId {
        let id = self.commit_only(NewJob::new(Queue::Maintenance, kind, ref_id)).await;
        self.producer.push_now(Queue::Maintenance, &[id]).await;
        id
    }

    /// Makes a job as a process does that dies right after its commit.
    pub async fn commit_only(&self, job: NewJob) -> JobId {
        let mut tx = self.database.tenant(self.tenant).begin().await.expect("a transaction");
        let id = enqueue(&mut tx, &job).await.expect("a job");
        tx.commit().await.expect("committed");
        id
    }

    /// Makes many jobs at once, not pushed.
    pub async fn many(&self, kind: &str, count: i64) {
        let made = sqlx::query(
            "insert into jobs (tenant_id, queue, kind, ref_id) select $1, 'maintenance', $2, 0 from generate_series(1, $3)",
        );
        made.bind(self.tenant.get()).bind(kind).bind(count).execute(&self.owner).await.expect("jobs");
    }

    /// How many jobs are in a state.
    pub async fn count(&self, state: &str) -> i64 {
        let counted = sqlx::query_scalar("select count(*) from jobs where state = $1").bind(state);
        counted.fetch_one(&self.owner).await.expect("a count")
    }

    /// Waits until `count` jobs are in a state.
    pub async fn until(&self, state: &str, count: i64, limit: Duration) {
        let start = Instant::now();
        while self.count(state).await != count {
            if start.elapsed() > limit {
                let jobs: Vec<(String, Option<String>, i64)> =
                    sqlx::query_as("select state, last_error, count(*) from jobs group by 1, 2")
                        .fetch_all(&self.owner)
                        .await
                        .expect("jobs");
                panic!("not {count} jobs {state} within {limit:?}: {jobs:?}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// How many rows were written in all, and for how many jobs.
    pub async fn effects(&self) -> (i64, i64) {
        let counted = sqlx::query_as("select count(*), count(distinct job_id) from effects");
        counted.fetch_one(&self.owner).await.expect("a count")
    }

    /// What happened to a job, in words.
    pub async fn history(&self, id: JobId) -> Vec<String> {
        let (_, events) = self.board.job(id).await.expect("an answer").expect("the job");
        events.into_iter().map(|event| event.event).collect()
    }

    /// A worker process, started again by its supervisor whenever it ends with an error.
    pub async fn worker(&self) -> Worker {
        let order = Order { database_url: self.postgres.url(), redis_url: self.redis.url(), quick: self.quick };
        let before = self.heartbeats().await;
        let worker = Worker::start(serde_json::to_string(&order).expect("an order"));
        while self.heartbeats().await <= before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        worker
    }

    async fn heartbeats(&self) -> usize {
        let stats = self.board.queues().await.expect("stats");
        stats.iter().filter_map(|queue| queue.workers.as_ref()).map(Vec::len).sum()
    }
}

/// A worker process and its supervisor.
pub struct Worker {
    pid: Arc<AtomicU32>,
    starts: Arc<AtomicU32>,
    over: Arc<AtomicBool>,
    /// How the last one ended, once nobody starts another.
    ended: Arc<Mutex<Option<ExitStatus>>>,
}

impl Worker {
    fn start(order: String) -> Self {
        let worker = Self { pid: Arc::default(), starts: Arc::default(), over: Arc::default(), ended: Arc::default() };
        let (pid, starts, over, ended) =
            (worker.pid.clone(), worker.starts.clone(), worker.over.clone(), worker.ended.clone());
        std::thread::spawn(move || {
            loop {
                // ends with the thread that supervises it, so also with a test that fails
                let mut child = Command::new("setpriv")
                    .args(["--pdeathsig=KILL", "--"])
                    .arg(std::env::current_exe().expect("this program"))
                    .args(["worker::worker_process", "--exact", "--ignored", "--nocapture", "--quiet"])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("a worker");
                child.stdin.take().expect("its input").write_all(order.as_bytes()).expect("told");
                starts.fetch_add(1, Ordering::SeqCst);
                pid.store(child.id(), Ordering::SeqCst);
                let status = child.wait().expect("a status");
                if status.success() || over.load(Ordering::SeqCst) {
                    *ended.lock().expect("a lock") = Some(status);
                    return;
                }
                std::thread::sleep(Duration::from_millis(300));
            }
        });
        worker
    }

    /// How often it was started.
    pub fn starts(&self) -> u32 {
        self.starts.load(Ordering::SeqCst)
    }

    /// Sends the process that runs now a signal.
    pub fn signal(&self, name: &str) {
        signal(self.pid.load(Ordering::SeqCst), name);
    }

    /// Kills the process, and lets nobody start another.
    pub fn kill_for_good(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.signal("KILL");
    }

    /// Asks it to end and waits until it has; its exit code.
    pub async fn end(&self, limit: Duration) -> Option<i32> {
        self.over.store(true, Ordering::SeqCst);
        self.signal("TERM");
        let start = Instant::now();
        loop {
            if let Some(status) = *self.ended.lock().expect("a lock") {
                return status.code();
            }
            assert!(start.elapsed() < limit, "the worker does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill_for_good();
    }
}
