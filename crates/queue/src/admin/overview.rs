//! The state of every queue.

use std::time::Duration;

use db::SystemConn;
use serde::Serialize;

use super::QueueAdmin;
use super::candidates::{extrapolate, sample_percent};
use super::list::MAX_EXACT_COUNT;
use crate::job::PRIORITIES;
use crate::settings::Queue;

/// Timeout for Redis.
const REDIS_TIMEOUT: Duration = Duration::from_millis(500);
/// The window of the rates, in minutes.
const RATE_MINUTES: f64 = 5.0;

/// A queue's state.
#[derive(Clone, Debug, Serialize)]
pub struct QueueStats {
    /// The queue.
    pub queue: Queue,
    /// Whether the queue is paused.
    pub is_paused: bool,
    /// Queued jobs that are due.
    pub ready: i64,
    /// Running jobs.
    pub running: i64,
    /// Queued jobs that are not due yet.
    pub delayed: i64,
    /// Dead jobs.
    pub dead: i64,
    /// Whether those of these numbers that exceed 10,000 are estimates.
    pub is_estimate: bool,
    /// Age of the oldest due job, in seconds.
    pub oldest_seconds: f64,
    /// Jobs enqueued in the last hour.
    pub enqueued_last_hour: i64,
    /// Jobs that ended in the last hour.
    pub ended_last_hour: i64,
    /// Attempts that failed in the last hour.
    pub failed_last_hour: i64,
    /// Jobs enqueued per minute, over the last five minutes.
    pub enqueued_per_minute: f64,
    /// Jobs that ended per minute, over the last five minutes.
    pub ended_per_minute: f64,
    /// Attempts that failed per minute, over the last five minutes.
    pub failed_per_minute: f64,
    /// Workers with a recent heartbeat; none when Redis is unreachable.
    pub workers: Option<Vec<WorkerHeartbeat>>,
    /// Tasks in Redis that could not be parsed; none when Redis is unreachable.
    pub unreadable: Option<u64>,
}

/// A worker that sends heartbeats to Redis.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerHeartbeat {
    /// Its name, new at every start.
    pub name: String,
    /// Seconds since its last heartbeat.
    pub seen_seconds_ago: u64,
}

impl QueueAdmin {
    /// Returns the state of every queue.
    ///
    /// # Errors
    /// When the database fails. When Redis is down, workers and unreadable tasks are none instead.
    pub async fn queues(&self) -> db::Result<Vec<QueueStats>> {
        super::roll_up(&self.db).await?;
        let mut queues = count_jobs(&mut self.db.acquire().await?).await?;
        for stats in &mut queues {
            (stats.workers, stats.unreadable) = self.read_transport(stats.queue).await;
        }
        Ok(queues)
    }

    async fn read_transport(&self, queue: Queue) -> (Option<Vec<WorkerHeartbeat>>, Option<u64>) {
        let heartbeats = async {
            let workers = self.transport.workers(queue).await?;
            let heartbeat = |(name, seen_seconds_ago)| WorkerHeartbeat { name, seen_seconds_ago };
            let workers = workers.into_iter().map(heartbeat).collect();
            Ok::<_, redis::RedisError>((workers, self.transport.unreadable(queue).await?))
        };
        match tokio::time::timeout(REDIS_TIMEOUT, heartbeats).await {
            Ok(Ok((workers, unreadable))) => (Some(workers), Some(unreadable)),
            Ok(Err(_)) | Err(_) => (None, None),
        }
    }
}

/// PostgreSQL's counts for one queue. Counts of jobs stop just above [`MAX_EXACT_COUNT`].
struct QueueCounts {
    name: String,
    is_paused: bool,
    queued: i64,
    running: i64,
    dead: i64,
    delayed: i64,
    oldest: f64,
    enqueued: i64,
    ended: i64,
    failed: i64,
    enqueued_recently: i64,
    ended_recently: i64,
    failed_recently: i64,
}

impl QueueCounts {
    fn to_stats(&self, queue: Queue) -> QueueStats {
        QueueStats {
            queue,
            is_paused: self.is_paused,
            ready: (self.queued - self.delayed).max(0),
            running: self.running,
            delayed: self.delayed,
            dead: self.dead,
            is_estimate: [self.queued, self.running, self.dead, self.delayed]
                .into_iter()
                .any(|count| count > MAX_EXACT_COUNT),
            oldest_seconds: self.oldest,
            enqueued_last_hour: self.enqueued,
            ended_last_hour: self.ended,
            failed_last_hour: self.failed,
            enqueued_per_minute: per_minute(self.enqueued_recently),
            ended_per_minute: per_minute(self.ended_recently),
            failed_per_minute: per_minute(self.failed_recently),
            workers: None,
            unreadable: None,
        }
    }
}

/// Reads everything that PostgreSQL has about the queues.
async fn count_jobs(conn: &mut SystemConn) -> db::Result<Vec<QueueStats>> {
    let names = Queue::ALL.map(|queue| queue.as_str().to_owned());
    let counts = sqlx::query_as!(
        QueueCounts,
        r#"
        select name as "name!",
            exists (select from paused_queues where queue = name) as "is_paused!",
            (select count(*) from (select from jobs where state = 'queued' and queue = name limit $2) as counted) as "queued!",
            (select count(*) from (select from jobs where state = 'running' and queue = name limit $2) as counted) as "running!",
            (select count(*) from (select from jobs where state = 'dead' and queue = name limit $2) as counted) as "dead!",
            (select count(*) from (
                select from jobs where state = 'queued' and enqueued_at is null and queue = name and priority = any($3)
                    and run_at > now() limit $2) as counted) as "delayed!",
            coalesce(extract(epoch from greatest(
                (select max(now() - waiting.since) from unnest($3::smallint[]) as class, lateral (
                    select greatest(run_at, created_at) as since from jobs
                    where state = 'queued' and enqueued_at is null and queue = name and priority = class
                        and run_at <= now()
                    order by run_at limit 1) as waiting),
                (select max(now() - greatest(run_at, created_at)) from jobs
                    where state = 'queued' and enqueued_at is not null and queue = name and run_at <= now())
            )), 0)::float8 as "oldest!",
            coalesce(hour.enqueued, 0) as "enqueued!", coalesce(hour.ended, 0) as "ended!",
            coalesce(hour.failed, 0) as "failed!", coalesce(hour.enqueued_recently, 0) as "enqueued_recently!",
            coalesce(hour.ended_recently, 0) as "ended_recently!", coalesce(hour.failed_recently, 0) as "failed_recently!"
        from unnest($1::text[]) as name left join (
            select queue, sum(enqueued) as enqueued, sum(ended) as ended, sum(failed) as failed,
                sum(enqueued) filter (where is_recent) as enqueued_recently, sum(ended) filter (where is_recent) as ended_recently,
                sum(failed) filter (where is_recent) as failed_recently
            from (
                select *, minute >= (select max(minute) from queue_minutes) - interval '4 minutes' as is_recent
                from queue_minutes where minute >= now() - interval '1 hour'
            ) as minutes group by queue
        ) as hour on hour.queue = name
        "#,
        &names,
        MAX_EXACT_COUNT + 1,
        &PRIORITIES,
    )
    .fetch_all(conn.connection())
    .await?;
    let stats_of = |queue: Queue| counts.iter().find(|row| row.name == queue.as_str()).map(|row| row.to_stats(queue));
    let mut queues: Vec<_> = Queue::ALL.into_iter().filter_map(stats_of).collect();
    if queues.iter().any(|stats| stats.is_estimate) {
        estimate(conn, &mut queues).await?;
    }
    Ok(queues)
}

#[expect(clippy::cast_precision_loss, reason = "counts of some minutes")]
fn per_minute(jobs: i64) -> f64 {
    jobs as f64 / RATE_MINUTES
}

/// Replaces the counts that reached the limit with estimates.
async fn estimate(conn: &mut SystemConn, queues: &mut [QueueStats]) -> db::Result<()> {
    let percent = sample_percent(conn).await?;
    let rows = sqlx::query!(
        r#"
        select queue, count(*) filter (where state = 'queued' and run_at <= now()) as "ready!",
            count(*) filter (where state = 'queued' and run_at > now()) as "delayed!",
            count(*) filter (where state = 'running') as "running!", count(*) filter (where state = 'dead') as "dead!"
        from jobs tablesample system ($1) repeatable (42) where state in ('queued', 'running', 'dead') group by queue
        "#,
        percent,
    )
    .fetch_all(conn.connection())
    .await?;
    for stats in queues {
        let Some(row) = rows.iter().find(|row| row.queue == stats.queue.as_str()) else { continue };
        let replace = |count: &mut i64, hits| {
            if *count > MAX_EXACT_COUNT {
                *count = extrapolate(hits, percent).max(*count);
            }
        };
        replace(&mut stats.dead, row.dead);
        replace(&mut stats.running, row.running);
        // ready is queued minus delayed
        if stats.ready + stats.delayed > MAX_EXACT_COUNT {
            stats.ready = extrapolate(row.ready, percent).max(stats.ready);
        }
        replace(&mut stats.delayed, row.delayed);
    }
    Ok(())
}
