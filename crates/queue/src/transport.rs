//! Redis as the queue uses it: it carries ids, and everything in it may be lost.
//!
//! The keys and scripts are those of apalis-redis 1.0.0 (pinned): per queue a hash of payloads, a hash of state per task, an
//! `active` list, an `inflight` set per worker, `done` and `dead` sets and a sorted set of workers by their last heartbeat.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use apalis_redis::Config;
use domain::JobId;
use redis::aio::{ConnectionManagerConfig, PubSub};
use redis::{AsyncCommands as _, RedisResult, Script};

use crate::connection::RedisConnection;
use crate::settings::{Queue, Settings};

static PUSH: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/push.lua")));
static PROMOTE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/promote.lua")));
static PURGE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/purge.lua")));
static SIGN_OFF: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/sign_off.lua")));
static FIND_QUEUED: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/find_queued.lua")));

/// The maximum number of tasks per fetch.
pub(crate) const MAX_FETCH_SIZE: usize = 32;
/// The key that [`Transport::check`] writes, and its expiry in seconds.
const CHECK_KEY: (&str, u32) = ("jobs:check", 60);
/// Missed heartbeats after which a worker's tasks go to other workers.
const MISSED_HEARTBEATS: usize = 4;

/// A push of a job to Redis. It is idempotent: a repeated push with the same number is accepted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobPush {
    pub(crate) id: JobId,
    pub(crate) no: i32,
    /// Goes before the tasks that already wait in Redis.
    pub(crate) urgent: bool,
}

impl JobPush {
    fn task_id(self) -> String {
        format!("{}:{}", self.id, self.no)
    }
}

/// Returns the channel that announces pushes to a queue.
pub(crate) fn push_channel(queue: Queue) -> String {
    format!("jobs:{queue}:pushed")
}

/// Which of the queried pushes Redis still holds.
pub(crate) struct QueuedPushes {
    /// Tasks that wait in Redis.
    pub(crate) depth: u64,
    /// For each queried push, whether Redis still holds it.
    pub(crate) is_queued: Vec<bool>,
}

/// A Redis connection, shared by all clones, that reconnects after an outage or a failover.
#[derive(Clone)]
pub struct Transport {
    connection: RedisConnection,
    settings: Arc<Settings>,
}

impl std::fmt::Debug for Transport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}

impl Transport {
    /// Creates a connection that opens at its first use, so that a program can start while Redis is down.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn lazy(url: &str, settings: Settings) -> RedisResult<Self> {
        Ok(Self { connection: RedisConnection::lazy(url, Self::limits())?, settings: Arc::new(settings) })
    }

    /// Opens a connection at once.
    ///
    /// # Errors
    /// When `url` is not a Redis address or the server is unreachable.
    pub async fn connect(url: &str, settings: Settings) -> RedisResult<Self> {
        let mut transport = Self::lazy(url, settings)?;
        transport.check().await?;
        Ok(transport)
    }

    fn limits() -> ConnectionManagerConfig {
        ConnectionManagerConfig::new()
            // the default of 500 ms ends a worker at the first stall
            .set_response_timeout(Some(Duration::from_secs(10)))
            .set_connection_timeout(Some(Duration::from_secs(3)))
            .set_max_delay(Duration::from_secs(2))
    }

    /// Checks that Redis accepts writes, for readiness. A replica also responds to a ping.
    ///
    /// # Errors
    /// When it does not.
    pub async fn check(&mut self) -> RedisResult<()> {
        let (key, seconds) = CHECK_KEY;
        redis::cmd("SET").arg(key).arg(1).arg("EX").arg(seconds).query_async(&mut self.connection).await
    }

    pub(crate) fn connection(&self) -> RedisConnection {
        self.connection.clone()
    }

    /// Returns apalis' settings for a queue. `docs/queue.md` has the reason for each.
    pub(crate) fn config(&self, queue: Queue) -> Config {
        Config::default()
            .queue(format!("jobs:{queue}"))
            .batch_size(MAX_FETCH_SIZE)
            .heartbeat_interval(self.settings.heartbeat_interval)
            .missed_heartbeats(MISSED_HEARTBEATS)
            .persist_results(true)
            .lock_tasks(false)
            .emit_events(false)
    }

    /// Subscribes to the pushes of every queue.
    pub(crate) async fn subscribe(&self) -> RedisResult<PubSub> {
        let mut subscription = self.connection.find_primary().await?.get_async_pubsub().await?;
        for queue in Queue::ALL {
            subscription.subscribe(push_channel(queue)).await?;
        }
        Ok(subscription)
    }

    /// Pushes jobs in order while there is room. Urgent jobs come first and are exempt from the limit. Returns how many
    /// of the jobs Redis now holds.
    pub(crate) async fn push(&self, queue: Queue, jobs: &[JobPush]) -> RedisResult<usize> {
        if jobs.is_empty() {
            return Ok(0);
        }
        let config = self.config(queue);
        let mut call = PUSH.key(config.job_data_hash());
        call.key(config.active_jobs_list()).key(config.job_meta_hash());
        call.key(config.scheduled_jobs_set()).key(config.done_jobs_set());
        call.arg(self.settings.max_depth).arg(jobs.iter().take_while(|job| job.urgent).count());
        call.arg(push_channel(queue));
        for job in jobs {
            call.arg(job.task_id()).arg(format!(r#"{{"job_id":{}}}"#, job.id));
        }
        call.invoke_async(&mut self.connection()).await
    }

    /// Returns which pushes Redis still holds.
    pub(crate) async fn find_queued(&self, queue: Queue, jobs: &[JobPush]) -> RedisResult<QueuedPushes> {
        let config = self.config(queue);
        let mut call = FIND_QUEUED.key(config.job_data_hash());
        call.key(config.job_meta_hash()).key(config.active_jobs_list()).key(config.scheduled_jobs_set());
        for job in jobs {
            call.arg(job.task_id());
        }
        let reply: Vec<u64> = call.invoke_async(&mut self.connection()).await?;
        let depth = reply.first().copied().unwrap_or_default();
        Ok(QueuedPushes { depth, is_queued: reply.into_iter().skip(1).map(|flag| flag == 1).collect() })
    }

    /// Moves due tasks to the active list, in chunks.
    pub(crate) async fn promote(&self, queue: Queue) -> RedisResult<u64> {
        let config = self.config(queue);
        let mut call = PROMOTE.key(config.scheduled_jobs_set());
        call.key(config.active_jobs_list()).arg(500).invoke_async(&mut self.connection()).await
    }

    /// Deletes tasks that finished more than `done_for` ago, and unreadable ones after `dead_for`.
    pub(crate) async fn purge(&self, queue: Queue, done_for: Duration, dead_for: Duration) -> RedisResult<u64> {
        let config = self.config(queue);
        let done = self.purge_set(&config, &config.done_jobs_set(), done_for).await?;
        Ok(done + self.purge_set(&config, &config.dead_jobs_set(), dead_for).await?)
    }

    async fn purge_set(&self, config: &Config, set: &str, age: Duration) -> RedisResult<u64> {
        let (mut cursor, mut total) = (0_u64, 0);
        loop {
            let mut call = PURGE.key(set);
            call.key(config.job_data_hash()).key(config.job_meta_hash()).arg(age.as_secs()).arg(cursor);
            let (next, purged): (u64, u64) = call.invoke_async(&mut self.connection()).await?;
            total += purged;
            cursor = next;
            if cursor == 0 {
                return Ok(total);
            }
        }
    }

    /// Returns the number of unreadable tasks, which are kept for inspection.
    pub(crate) async fn unreadable(&self, queue: Queue) -> RedisResult<u64> {
        self.connection().scard(self.config(queue).dead_jobs_set()).await
    }

    /// Returns the workers with a recent heartbeat, and its age in seconds.
    pub(crate) async fn workers(&self, queue: Queue) -> RedisResult<Vec<(String, u64)>> {
        let config = self.config(queue);
        let mut pipe = redis::pipe();
        pipe.cmd("TIME").cmd("ZRANGE").arg(config.workers_set()).arg(0).arg(-1).arg("WITHSCORES");
        let ((now, _), seen): ((u64, u64), Vec<(String, f64)>) = pipe.query_async(&mut self.connection()).await?;
        let limit = config.orphaned_duration().as_secs();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time in whole seconds")]
        let ages = seen.into_iter().map(|(name, at)| (name, now.saturating_sub(at as u64)));
        Ok(ages.filter(|(_, age)| *age <= limit).collect())
    }

    /// Returns the unacknowledged tasks of a stopped worker of this process to the queue, and removes the worker.
    pub(crate) async fn sign_off(&self, queue: Queue, worker: &str) -> RedisResult<u64> {
        let config = self.config(queue);
        let mut call = SIGN_OFF.key(format!("{}:{worker}", config.inflight_jobs_set()));
        call.key(config.active_jobs_list()).key(config.workers_set()).arg(worker);
        call.invoke_async(&mut self.connection()).await
    }

    /// Sets an expiry on a worker's metadata, which apalis never removes.
    pub(crate) async fn expire_metadata(&self, queue: Queue, worker: &str) -> RedisResult<()> {
        let key = format!("{}:metadata:{worker}", self.config(queue).workers_set());
        self.connection().expire(key, 86_400).await
    }
}
