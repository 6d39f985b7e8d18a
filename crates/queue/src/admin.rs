//! What operators see and do: the state of each queue, a job's history, retry and cancel.

use chrono::{DateTime, Utc};
use db::SystemDb;
use domain::JobId;
use serde::Serialize;
use serde_json::Value;

use crate::settings::Queue;
use crate::transport::Transport;

/// The longest list of jobs.
const MAX_LIST_LENGTH: i64 = 200;

/// A queue's state.
#[derive(Clone, Debug, Serialize)]
pub struct QueueStats {
    /// Which queue.
    pub queue: Queue,
    /// Jobs that are due and wait.
    pub ready: i64,
    /// Jobs that run.
    pub running: i64,
    /// Jobs that wait for their time.
    pub delayed: i64,
    /// Jobs that have no attempts left.
    pub dead: i64,
    /// How long the oldest due job has waited, in seconds.
    pub oldest_seconds: f64,
    /// Jobs done in the last hour.
    pub done_last_hour: i64,
    /// Jobs that became dead in the last hour.
    pub dead_last_hour: i64,
    /// Attempts beyond the first among the jobs that ended in the last hour.
    pub retries_last_hour: i64,
    /// Workers with a recent heartbeat; none when Redis does not answer.
    pub workers: Option<Vec<WorkerView>>,
    /// Tasks in Redis that could not be read; none when Redis does not answer.
    pub unreadable: Option<u64>,
}

/// A worker that sends heartbeats.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerView {
    /// Its name, new at every start.
    pub name: String,
    /// Seconds since its last heartbeat.
    pub seen_seconds_ago: u64,
}

/// A job as operators see it; it holds no personal data.
#[derive(Clone, Debug, Serialize)]
pub struct JobView {
    /// Its id.
    pub id: i64,
    /// The tenant whose rows it is about.
    pub tenant_id: i64,
    /// Where it waits.
    pub queue: String,
    /// Which job it is.
    pub kind: String,
    /// The ids or the day that it is about.
    pub payload: Option<Value>,
    /// queued, running, done, dead or canceled.
    pub state: String,
    /// Attempts so far.
    pub attempts: i16,
    /// Attempts that it has.
    pub max_attempts: i16,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// The request that asked for it.
    pub request_id: Option<String>,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
    /// When it may run.
    pub run_at: DateTime<Utc>,
    /// When its last attempt started.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Something that happened to a job.
#[derive(Clone, Debug, Serialize)]
pub struct JobEvent {
    /// When.
    pub at: DateTime<Utc>,
    /// queued, started, retried, done, dead, canceled, requeued or repaired.
    pub event: String,
    /// In which attempt.
    pub attempt: i16,
    /// Why.
    pub detail: Option<String>,
}

/// The operators' view of all tenants' jobs.
#[derive(Clone, Debug)]
pub struct QueueAdmin {
    db: SystemDb,
    transport: Transport,
}

impl QueueAdmin {
    /// The operators' view over the database's jobs and the transport's heartbeats.
    #[must_use]
    pub fn new(db: SystemDb, transport: Transport) -> Self {
        Self { db, transport }
    }

    /// The state of every queue.
    ///
    /// # Errors
    /// When the database fails; a Redis that is down shows as missing workers.
    pub async fn queues(&self) -> db::Result<Vec<QueueStats>> {
        let waiting = sqlx::query!(
            r#"
            select queue,
                count(*) filter (where state = 'queued' and run_at <= now()) as "ready!",
                count(*) filter (where state = 'running') as "running!",
                count(*) filter (where state = 'queued' and run_at > now()) as "delayed!",
                count(*) filter (where state = 'dead') as "dead!",
                coalesce(extract(epoch from max(now() - greatest(run_at, created_at))
                    filter (where state = 'queued' and run_at <= now())), 0)::float8 as "oldest!"
            from jobs where state in ('queued', 'running', 'dead') group by queue
            "#
        )
        .fetch_all(self.db.acquire().await?.connection())
        .await?;
        let ended = sqlx::query!(
            r#"
            select queue, count(*) filter (where state = 'done') as "done!", count(*) filter (where state = 'dead') as "dead!",
                coalesce(sum(greatest(attempts - 1, 0)), 0) as "retries!"
            from jobs where finished_at > now() - interval '1 hour' group by queue
            "#
        )
        .fetch_all(self.db.acquire().await?.connection())
        .await?;
        let mut stats = Vec::new();
        for queue in Queue::ALL {
            let waiting = waiting.iter().find(|row| row.queue == queue.as_str());
            let ended = ended.iter().find(|row| row.queue == queue.as_str());
            let (workers, unreadable) = self.workers_in_redis(queue).await;
            stats.push(QueueStats {
                queue,
                ready: waiting.map_or(0, |row| row.ready),
                running: waiting.map_or(0, |row| row.running),
                delayed: waiting.map_or(0, |row| row.delayed),
                dead: waiting.map_or(0, |row| row.dead),
                oldest_seconds: waiting.map_or(0.0, |row| row.oldest),
                done_last_hour: ended.map_or(0, |row| row.done),
                dead_last_hour: ended.map_or(0, |row| row.dead),
                retries_last_hour: ended.map_or(0, |row| row.retries),
                workers,
                unreadable,
            });
        }
        Ok(stats)
    }

    async fn workers_in_redis(&self, queue: Queue) -> (Option<Vec<WorkerView>>, Option<u64>) {
        let heartbeats = async {
            let workers = self.transport.workers(queue).await?;
            let workers = workers.into_iter().map(|(name, seen_seconds_ago)| WorkerView { name, seen_seconds_ago });
            Ok::<_, redis::RedisError>((workers.collect(), self.transport.unreadable(queue).await?))
        };
        match tokio::time::timeout(std::time::Duration::from_millis(500), heartbeats).await {
            Ok(Ok((workers, unreadable))) => (Some(workers), Some(unreadable)),
            Ok(Err(_)) | Err(_) => (None, None),
        }
    }

    /// The newest jobs of a queue in one state (queued, running, done, dead, canceled), at most 200.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn jobs(&self, queue: Queue, state: &str, limit: i64) -> db::Result<Vec<JobView>> {
        let jobs = sqlx::query_as!(
            JobView,
            "
            select id, tenant_id, queue, kind, coalesce(payload, jsonb_build_object('ref_id', ref_id)) as payload, state, attempts, max_attempts, last_error, request_id,
                created_at, run_at, started_at, finished_at
            from jobs where queue = $1 and state = $2 order by id desc limit $3
            ",
            queue.as_str(),
            state,
            limit.clamp(1, MAX_LIST_LENGTH),
        )
        .fetch_all(self.db.acquire().await?.connection())
        .await?;
        Ok(jobs)
    }

    /// A job and what happened to it, in order; none if there is no such job.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn job(&self, id: JobId) -> db::Result<Option<(JobView, Vec<JobEvent>)>> {
        let mut conn = self.db.acquire().await?;
        let job = sqlx::query_as!(
            JobView,
            "
            select id, tenant_id, queue, kind, coalesce(payload, jsonb_build_object('ref_id', ref_id)) as payload, state, attempts, max_attempts, last_error, request_id,
                created_at, run_at, started_at, finished_at
            from jobs where id = $1
            ",
            id.get(),
        )
        .fetch_optional(conn.connection())
        .await?;
        let Some(job) = job else { return Ok(None) };
        let events = sqlx::query_as!(
            JobEvent,
            "select at, event, attempt, detail from job_events where job_id = $1 order by id",
            id.get(),
        )
        .fetch_all(conn.connection())
        .await?;
        Ok(Some((job, events)))
    }

    /// Runs a dead or canceled job again, with all its attempts. Returns false when it is neither, or when an unfinished job
    /// has taken its unique key meanwhile.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn retry(&self, id: JobId) -> db::Result<bool> {
        let retried = sqlx::query!(
            "
            with requeued as (
                update jobs set state = 'queued', attempts = 0, run_at = now(), finished_at = null, enqueued_at = null,
                    enqueue_no = enqueue_no + 1
                where id = $1 and state in ('dead', 'canceled')
                returning id, tenant_id
            )
            insert into job_events (job_id, tenant_id, event, attempt) select id, tenant_id, 'requeued', 0 from requeued
            ",
            id.get(),
        )
        .execute(self.db.acquire().await?.connection())
        .await;
        match retried {
            Ok(done) => Ok(done.rows_affected() > 0),
            Err(error) if db::is_unique_violation(&error, "jobs_unique_key") => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends a job that has not ended; a run of it is stopped at its next renewal and writes nothing. Returns false when it has ended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn cancel(&self, id: JobId) -> db::Result<bool> {
        let canceled = sqlx::query!(
            "
            with canceled as (
                update jobs set state = 'canceled', lease_token = null, lease_until = null, finished_at = now()
                where id = $1 and state in ('queued', 'running')
                returning id, tenant_id, attempts
            )
            insert into job_events (job_id, tenant_id, event, attempt)
            select id, tenant_id, 'canceled', attempts from canceled
            ",
            id.get(),
        )
        .execute(self.db.acquire().await?.connection())
        .await?;
        Ok(canceled.rows_affected() > 0)
    }
}
