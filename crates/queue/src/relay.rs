//! Pushes due jobs to Redis in order of priority, up to a maximum depth.
//!
//! A pushed job leaves a dead entry at the head of the index of jobs that were not pushed. Vacuum removes it, but not
//! while an older transaction runs: during a long one every scan would read all dead entries. So the relay remembers
//! for each queue and priority the time up to which everything was pushed, and starts its scans there. Periodic full
//! scans find the jobs of transactions that took longer than the overlap.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::{SystemDb, SystemTx};
use domain::JobId;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::job::{NORMAL_PRIORITY, PRIORITIES};
use crate::settings::{Queue, Settings};
use crate::transport::{JobPush, Transport};

/// The maximum number of jobs per priority that one transaction pushes.
const BATCH_SIZE: i64 = 500;
/// Pause while a queue in Redis is full.
const FULL_PAUSE: Duration = Duration::from_millis(50);
/// Timeout of a push, which holds the row locks of its batch.
const PUSH_TIMEOUT: Duration = Duration::from_secs(2);
/// How far a scan starts before the last pushed job: a job becomes visible when its transaction commits, but is due
/// from the start of that transaction.
const OVERLAP: TimeDelta = TimeDelta::seconds(30);
/// How often all jobs are scanned.
const FULL_SCAN_INTERVAL: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Backlog {
    Empty,
    More,
    QueueFull,
}

/// The times up to which the jobs of each queue and priority were pushed.
#[derive(Default)]
struct ScanStarts {
    times: HashMap<(Queue, i16), DateTime<Utc>>,
    last_full_scan: Option<Instant>,
}

impl ScanStarts {
    /// Resets the times when a full scan is due.
    fn expire(&mut self) {
        if self.last_full_scan.is_none_or(|time| time.elapsed() >= FULL_SCAN_INTERVAL) {
            *self = Self { times: HashMap::new(), last_full_scan: Some(Instant::now()) };
        }
    }

    fn reset(&mut self, queue: Queue) {
        self.times.retain(|(key, _), _| *key != queue);
    }

    /// Returns the start of the next scan for each priority; none scans everything.
    fn for_queue(&self, queue: Queue) -> Vec<Option<DateTime<Utc>>> {
        PRIORITIES.map(|priority| self.times.get(&(queue, priority)).map(|time| *time - OVERLAP)).into()
    }
}

/// A job that is due.
struct Due {
    id: i64,
    enqueue_no: i32,
    priority: i16,
    run_at: DateTime<Utc>,
}

/// The loop that pushes jobs from the database to Redis. Several processes may run it concurrently.
#[derive(Clone)]
pub(crate) struct Relay {
    pub(crate) db: SystemDb,
    pub(crate) transport: Transport,
    pub(crate) settings: Settings,
    /// Notified after a repair, which makes the next scan a full one.
    pub(crate) wake: Arc<Notify>,
}

impl Relay {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut scan_starts = ScanStarts::default();
        while !stop.is_cancelled() {
            let pause = match self.push_all_due(&mut scan_starts).await {
                Ok(Backlog::More) => continue,
                Ok(Backlog::QueueFull) => FULL_PAUSE,
                Ok(Backlog::Empty) => self.settings.relay_interval,
                Err(error) => {
                    tracing::warn!(%error, "relay cannot push jobs");
                    self.settings.relay_interval
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.wake.notified() => scan_starts = ScanStarts::default(),
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn push_all_due(&self, scan_starts: &mut ScanStarts) -> Result<Backlog, Error> {
        scan_starts.expire();
        let start = sqlx::query!(r#"select now() as "now!", array(select queue from paused_queues) as "paused!""#);
        let start = start.fetch_one(self.db.acquire().await?.connection()).await?;
        let mut backlog = Backlog::Empty;
        for queue in Queue::ALL {
            if start.paused.iter().any(|name| name == queue.as_str()) {
                // what was pushed before becomes due for a push again when the queue is resumed
                scan_starts.reset(queue);
            } else {
                backlog = backlog.max(self.push_due(queue, scan_starts, start.now).await?);
            }
        }
        Ok(backlog)
    }

    async fn push_due(&self, queue: Queue, scan_starts: &mut ScanStarts, now: DateTime<Utc>) -> Result<Backlog, Error> {
        let mut tx = self.db.begin().await?;
        let due = self.lock_due(&mut tx, queue, &scan_starts.for_queue(queue)).await?;
        let push =
            |job: &Due| JobPush { id: JobId::new(job.id), no: job.enqueue_no, urgent: job.priority < NORMAL_PRIORITY };
        let jobs: Vec<_> = due.iter().map(push).collect();
        let accepted = tokio::time::timeout(PUSH_TIMEOUT, self.transport.push(queue, &jobs))
            .await
            .map_err(|_| Error::RedisTimeout)??;
        let ids: Vec<_> = due.iter().take(accepted).map(|job| job.id).collect();
        if !ids.is_empty() {
            sqlx::query!("update jobs set enqueued_at = now() where id = any($1)", &ids)
                .execute(tx.connection())
                .await?;
            tx.commit().await?;
            tracing::debug!(%queue, jobs = accepted, "pushed");
        }
        let is_full = accepted < due.len();
        let mut has_more = false;
        for priority in PRIORITIES {
            let of_priority: Vec<_> = due.iter().filter(|job| job.priority == priority).collect();
            let is_last_batch = i64::try_from(of_priority.len()).unwrap_or(BATCH_SIZE) < BATCH_SIZE;
            has_more |= !is_last_batch;
            if is_full {
                continue;
            }
            let start = if is_last_batch { Some(now) } else { of_priority.last().map(|job| job.run_at) };
            scan_starts.times.extend(start.map(|time| ((queue, priority), time)));
        }
        Ok(if is_full {
            Backlog::QueueFull
        } else if has_more {
            Backlog::More
        } else {
            Backlog::Empty
        })
    }

    /// Locks the due jobs that no other relay has locked, in order.
    async fn lock_due(
        &self,
        tx: &mut SystemTx,
        queue: Queue,
        scan_starts: &[Option<DateTime<Utc>>],
    ) -> Result<Vec<Due>, Error> {
        let mut due = sqlx::query_as!(
            Due,
            r#"
            select due.id as "id!", enqueue_no as "enqueue_no!", due.priority as "priority!", run_at as "run_at!"
            from unnest($2::smallint[], $3::timestamptz[]) as class (priority, floor), lateral (
                select id, enqueue_no, priority, run_at from jobs
                where queue = $1 and state = 'queued' and enqueued_at is null and priority = class.priority
                    and run_at >= coalesce(class.floor, '-infinity')
                    and run_at <= now() and created_at <= now() - make_interval(secs => $4)
                order by run_at, id
                limit $5
                for no key update skip locked
            ) as due
            "#,
            queue.as_str(),
            &PRIORITIES,
            scan_starts as _,
            self.settings.relay_grace.as_secs_f64(),
            BATCH_SIZE,
        )
        .fetch_all(tx.connection())
        .await?;
        due.sort_by_key(|job| (job.priority, job.run_at, job.id));
        Ok(due)
    }
}
