//! A tenant with its own PostgreSQL and Redis, and supervised worker processes.

use std::io::Write as _;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use db::{Database, DatabaseConfig, SystemConn};
use domain::{JobId, TenantId};
use parking_lot::Mutex;
use queue::admin::{JobDetail, find_job};
use queue::{EnqueuedJob, Job, NewJob, Producer, Queue, QueueAdmin, Transport, enqueue};
use sqlx::PgPool;
use testing::{PrivatePostgres, PrivateRedis, eventually};

use crate::worker::{WorkerConfig, settings};

/// How long a worker may take to start.
const START_TIMEOUT: Duration = Duration::from_mins(1);
/// The pause before an ended worker is restarted.
const RESTART_DELAY: Duration = Duration::from_millis(300);

/// The servers and the tenant of one test.
pub struct TestCluster {
    pub postgres: PrivatePostgres,
    pub redis: PrivateRedis,
    /// Where workers reach Redis.
    pub redis_url: String,
    pub database: Database,
    pub producer: Producer,
    pub admin: QueueAdmin,
    pub tenant: TenantId,
    /// Connections of the owner, which see every row.
    pub owner: PgPool,
    has_short_intervals: bool,
}

impl TestCluster {
    /// Starts a cluster with short intervals.
    pub async fn with_short_intervals() -> Self {
        Self::new(true).await
    }

    /// Starts a cluster with the intervals of production.
    pub async fn with_default_intervals() -> Self {
        Self::new(false).await
    }

    async fn new(has_short_intervals: bool) -> Self {
        let (postgres, redis) = tokio::join!(PrivatePostgres::start_migrated(), PrivateRedis::start());
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
        let transport = Transport::lazy(&redis.url(), settings(has_short_intervals)).expect("an address");
        let admin = QueueAdmin::new(database.system(), transport.clone());
        let producer = Producer::with_transport(transport);
        let redis_url = redis.url();
        Self {
            postgres,
            redis,
            redis_url,
            database,
            producer,
            admin,
            tenant: TenantId::new(tenant),
            owner,
            has_short_intervals,
        }
    }

    /// Enqueues a job and pushes it.
    pub async fn enqueue<J: Job>(&self, job: impl Into<NewJob<J>>) -> JobId {
        let job = self.enqueue_without_push(job).await;
        self.producer.push(job).await;
        job.id
    }

    /// Enqueues a job without a push, like a process that dies right after its commit.
    pub async fn enqueue_without_push<J: Job>(&self, job: impl Into<NewJob<J>>) -> EnqueuedJob {
        let mut tx = self.database.tenant(self.tenant).begin().await.expect("a transaction");
        let job = enqueue(&mut tx, job).await.expect("a job");
        tx.commit().await.expect("committed");
        job
    }

    /// Enqueues the same job many times without pushing it.
    pub async fn enqueue_many<J: Job>(&self, job: J, count: i64) {
        let inserted = sqlx::query(
            "insert into jobs (tenant_id, queue, kind, version, payload)
             select $1, $2, $3, $4, $5 from generate_series(1, $6)",
        );
        let inserted = inserted.bind(self.tenant.get()).bind(J::QUEUE.as_str()).bind(J::KIND).bind(J::VERSION);
        inserted.bind(sqlx::types::Json(job)).bind(count).execute(&self.owner).await.expect("jobs");
    }

    /// Returns the queues without a live worker.
    pub async fn queues_without_worker(&self) -> Vec<Queue> {
        let stats = self.admin.queues().await.expect("stats");
        let queues = stats.iter().filter(|stats| stats.workers.as_ref().is_none_or(Vec::is_empty));
        queues.map(|stats| stats.queue).collect()
    }

    /// Returns the number of jobs in a state.
    pub async fn count_jobs(&self, state: &str) -> i64 {
        let counted = sqlx::query_scalar("select count(*) from jobs where state = $1").bind(state);
        counted.fetch_one(&self.owner).await.expect("a count")
    }

    /// Waits until exactly `count` jobs are in a state.
    pub async fn wait_for_jobs(&self, state: &str, count: i64, timeout: Duration) {
        let what = format!("{count} jobs {state}");
        eventually(&what, timeout, async || self.count_jobs(state).await == count).await;
    }

    /// Waits until no job of the queue is in Redis, neither waiting nor held by a live or dead worker.
    pub async fn wait_for_empty_transport(&self, queue: Queue, timeout: Duration) {
        eventually("an empty transport", timeout, async || {
            let (waiting, held) = (format!("jobs:{queue}:active"), format!("jobs:{queue}:inflight:*"));
            let waiting: i64 =
                redis::from_redis_value(self.redis_command(&["LLEN", &waiting]).await).expect("a number");
            let held: Vec<String> = redis::from_redis_value(self.redis_command(&["KEYS", &held]).await).expect("keys");
            waiting == 0 && held.is_empty()
        })
        .await;
    }

    /// Sends one command to Redis.
    pub async fn redis_command(&self, words: &[&str]) -> redis::Value {
        let client = redis::Client::open(self.redis.url()).expect("an address");
        let mut connection = client.get_multiplexed_async_connection().await.expect("a connection");
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]);
        command.query_async(&mut connection).await.expect("a result")
    }

    /// Returns the number of effects, and of jobs with effects.
    pub async fn count_effects(&self) -> (i64, i64) {
        let counted = sqlx::query_as("select count(*), count(distinct job_id) from effects");
        counted.fetch_one(&self.owner).await.expect("a count")
    }

    /// Returns a job as operators see it.
    pub async fn find_job(&self, id: JobId) -> JobDetail {
        find_job(&mut self.system().await, id).await.expect("a result").expect("the job")
    }

    /// Returns a connection of the operators' view.
    pub async fn system(&self) -> SystemConn {
        self.database.system().acquire().await.expect("a connection")
    }

    /// Returns the events of a job.
    pub async fn history(&self, id: JobId) -> Vec<String> {
        self.find_job(id).await.events.into_iter().map(|event| event.event).collect()
    }

    /// Starts a worker process that is restarted whenever it exits with an error.
    pub async fn start_worker(&self) -> Worker {
        self.start_worker_with(|_| {}).await
    }

    /// Starts a worker process with a modified configuration.
    pub async fn start_worker_with(&self, change: impl FnOnce(&mut WorkerConfig)) -> Worker {
        let mut config = WorkerConfig {
            version: "test".to_owned(),
            database_url: self.postgres.url(),
            redis_url: self.redis_url.clone(),
            has_short_intervals: self.has_short_intervals,
            concurrency: 100,
            polls: true,
        };
        change(&mut config);
        let before = self.count_live_workers().await;
        let worker = Worker::start(serde_json::to_string(&config).expect("JSON"));
        eventually("a heartbeat", START_TIMEOUT, async || self.count_live_workers().await > before).await;
        worker
    }

    async fn count_live_workers(&self) -> usize {
        let stats = self.admin.queues().await.expect("stats");
        stats.iter().filter_map(|queue| queue.workers.as_ref()).map(Vec::len).sum()
    }
}

/// A worker process and its supervisor.
pub struct Worker {
    state: Arc<WorkerState>,
}

#[derive(Default)]
struct WorkerState {
    pid: AtomicU32,
    start_count: AtomicU32,
    is_stopping: AtomicBool,
    /// The exit status of the last process, set once no other is started.
    status: Mutex<Option<ExitStatus>>,
}

impl Worker {
    fn start(config: String) -> Self {
        let state = Arc::<WorkerState>::default();
        let worker = Self { state: state.clone() };
        std::thread::spawn(move || {
            loop {
                // the kernel kills the child when the supervising thread ends, also when the test fails
                let mut child = Command::new("setpriv")
                    .args(["--pdeathsig=KILL", "--"])
                    .arg(std::env::current_exe().expect("this program"))
                    .args(["worker::worker_process", "--exact", "--ignored", "--nocapture", "--quiet"])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("a worker");
                child.stdin.take().expect("its input").write_all(config.as_bytes()).expect("it reads");
                state.start_count.fetch_add(1, Ordering::SeqCst);
                state.pid.store(child.id(), Ordering::SeqCst);
                let status = child.wait().expect("a status");
                if status.success() || state.is_stopping.load(Ordering::SeqCst) {
                    *state.status.lock() = Some(status);
                    return;
                }
                std::thread::sleep(RESTART_DELAY);
            }
        });
        worker
    }

    /// Returns how often the process was started.
    pub fn start_count(&self) -> u32 {
        self.state.start_count.load(Ordering::SeqCst)
    }

    /// Kills the running process; it is restarted.
    pub fn kill(&self) {
        self.signal("KILL");
    }

    fn signal(&self, name: &str) {
        let pid = self.state.pid.load(Ordering::SeqCst).to_string();
        Command::new("kill").args(["-s", name, &pid]).stderr(Stdio::null()).status().expect("kill runs");
    }

    /// Kills the process; it is not restarted.
    pub fn kill_permanently(&self) {
        self.state.is_stopping.store(true, Ordering::SeqCst);
        self.signal("KILL");
    }

    /// Terminates the process and returns its exit code.
    pub async fn terminate(&self, timeout: Duration) -> Option<i32> {
        self.state.is_stopping.store(true, Ordering::SeqCst);
        self.signal("TERM");
        eventually("the end of the worker", timeout, async || self.state.status.lock().is_some()).await;
        self.state.status.lock().and_then(|status| status.code())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill_permanently();
    }
}
