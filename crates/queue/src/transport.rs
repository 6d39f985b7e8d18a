//! Redis as the queue uses it: ids in, ids out, nothing that cannot be lost.
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
static HELD: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("../lua/held.lua")));

/// The maximum number of tasks of one fetch.
pub(crate) const MAX_FETCH_SIZE: usize = 32;
/// The key that [`Transport::check`] writes, and how many seconds it stays.
const CHECK_KEY: (&str, u32) = ("jobs:check", 60);
/// Missed heartbeats after which a worker's tasks go to others.
const MISSED_HEARTBEATS: usize = 4;

/// A push of a job to Redis: the same push is taken once, however often it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobPush {
    pub(crate) id: JobId,
    pub(crate) no: i32,
    /// Goes before those that wait in the transport already.
    pub(crate) urgent: bool,
}

impl JobPush {
    fn task_id(self) -> String {
        format!("{}:{}", self.id, self.no)
    }
}

/// The channel that says when jobs of a queue were pushed.
pub(crate) fn push_channel(queue: Queue) -> String {
    format!("jobs:{queue}:pushed")
}

/// Which of some hand-overs the transport holds.
pub(crate) struct Held {
    /// Tasks that wait in the transport.
    pub(crate) depth: u64,
    /// For each hand-over asked about, whether the transport still has it.
    pub(crate) held: Vec<bool>,
}

/// A connection to Redis, shared by all clones, that comes back by itself after an outage or a failover.
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
    /// A connection that is opened at its first use, so that a program starts while Redis is down.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn lazy(url: &str, settings: Settings) -> RedisResult<Self> {
        Ok(Self { connection: RedisConnection::lazy(url, Self::limits())?, settings: Arc::new(settings) })
    }

    /// A connection that is opened at once.
    ///
    /// # Errors
    /// When `url` is not a Redis address or nobody answers there.
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

    /// Checks that Redis takes writes, for readiness: a replica answers a ping too.
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

    /// apalis' settings of a queue; every one is there for a reason in `docs/queue.md`.
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

    /// Hands jobs over in order while there is room; urgent ones come first and always have room. Returns how many of them
    /// the transport now holds.
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

    /// Returns which hand-overs the transport still holds.
    pub(crate) async fn held(&self, queue: Queue, jobs: &[JobPush]) -> RedisResult<Held> {
        let config = self.config(queue);
        let mut call = HELD.key(config.job_data_hash());
        call.key(config.job_meta_hash()).key(config.active_jobs_list()).key(config.scheduled_jobs_set());
        for job in jobs {
            call.arg(job.task_id());
        }
        let answer: Vec<u64> = call.invoke_async(&mut self.connection()).await?;
        let depth = answer.first().copied().unwrap_or_default();
        Ok(Held { depth, held: answer.into_iter().skip(1).map(|held| held == 1).collect() })
    }

    /// Makes due tasks available, in chunks.
    pub(crate) async fn promote(&self, queue: Queue) -> RedisResult<u64> {
        let config = self.config(queue);
        let mut call = PROMOTE.key(config.scheduled_jobs_set());
        call.key(config.active_jobs_list()).arg(500).invoke_async(&mut self.connection()).await
    }

    /// Deletes tasks that finished `done_for` ago, and unreadable ones after `dead_for`.
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

    /// How many tasks were unreadable and are kept for somebody to look at.
    pub(crate) async fn unreadable(&self, queue: Queue) -> RedisResult<u64> {
        self.connection().scard(self.config(queue).dead_jobs_set()).await
    }

    /// Workers whose last heartbeat is not too old, with its age in seconds.
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

    /// Returns the tasks that a stopped worker of this process had not acknowledged, and removes the worker.
    pub(crate) async fn sign_off(&self, queue: Queue, worker: &str) -> RedisResult<u64> {
        let config = self.config(queue);
        let mut call = SIGN_OFF.key(format!("{}:{worker}", config.inflight_jobs_set()));
        call.key(config.active_jobs_list()).key(config.workers_set()).arg(worker);
        call.invoke_async(&mut self.connection()).await
    }

    /// Lets a worker's metadata, which apalis never removes, expire.
    pub(crate) async fn expire_metadata(&self, queue: Queue, worker: &str) -> RedisResult<()> {
        let key = format!("{}:metadata:{worker}", self.config(queue).workers_set());
        self.connection().expire(key, 86_400).await
    }
}
