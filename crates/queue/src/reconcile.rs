//! Finds lost jobs and repairs them. Without failures it finds nothing.
//!
//! Like the relay, it remembers the time up to which nothing was lost, and scans everything from time to time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::Database;
use domain::{JobId, TenantId};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::executor::mark_dead;
use crate::handlers::JobHandlers;
use crate::settings::{Queue, Settings};
use crate::store::{DeadJobUpdate, JobRow};
use crate::transport::{JobPush, Transport};

/// The maximum number of jobs per round.
const BATCH_SIZE: i64 = 1_000;
/// How far a scan starts before the time up to which nothing was lost.
const OVERLAP: TimeDelta = TimeDelta::minutes(1);
/// How often all jobs are scanned.
const FULL_SCAN_INTERVAL: Duration = Duration::from_mins(1);
/// The error of a dead job whose worker died at every attempt.
const WORKER_STOPPED: &str = "the worker stopped at every attempt";

/// The times up to which nothing was lost: no lease that expired before, and no job that was pushed before.
#[derive(Default)]
struct ScanStarts {
    leases: Option<DateTime<Utc>>,
    pushed: HashMap<Queue, DateTime<Utc>>,
    last_full_scan: Option<Instant>,
}

impl ScanStarts {
    /// Resets the times when a full scan is due.
    fn expire(&mut self) {
        if self.last_full_scan.is_none_or(|time| time.elapsed() >= FULL_SCAN_INTERVAL) {
            *self = Self { last_full_scan: Some(Instant::now()), ..Self::default() };
        }
    }
}

/// The repair loop. Several processes may run it concurrently.
#[derive(Clone)]
pub(crate) struct Reconciler {
    pub(crate) database: Database,
    pub(crate) transport: Transport,
    pub(crate) settings: Settings,
    pub(crate) handlers: Arc<JobHandlers>,
    /// Wakes the relay after a repair.
    pub(crate) wake: Arc<Notify>,
}

impl Reconciler {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut scan_starts = ScanStarts::default();
        while stop.run_until_cancelled(tokio::time::sleep(self.settings.reconcile_interval)).await.is_some() {
            if let Err(error) = self.repair(&mut scan_starts).await {
                tracing::warn!(%error, "reconciler cannot look for lost jobs");
            }
        }
    }

    async fn repair(&self, scan_starts: &mut ScanStarts) -> Result<(), Error> {
        scan_starts.expire();
        let now = sqlx::query_scalar!(r#"select now() as "now!""#);
        let now = now.fetch_one(self.database.system().acquire().await?.connection()).await?;
        let since = scan_starts.leases.map(|time| time - OVERLAP);
        let dead = self.mark_exhausted_dead(since).await?;
        let mut repaired = self.requeue_expired(since).await?;
        if dead == 0 && repaired == 0 {
            scan_starts.leases = Some(now);
        }
        for queue in Queue::ALL {
            repaired += self.push_lost(queue, scan_starts, now).await?;
        }
        if repaired > 0 {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Requeues the jobs whose lease expired and that have attempts left.
    async fn requeue_expired(&self, since: Option<DateTime<Utc>>) -> Result<usize, Error> {
        let rows = sqlx::query!(
            r#"
            with requeued as (
                update jobs set state = 'queued', lease_token = null, lease_until = null, run_at = now(),
                    last_error = 'the worker stopped', enqueued_at = null, enqueue_no = enqueue_no + 1
                where id in (
                    select id from jobs where state = 'running' and lease_until < now()
                        and lease_until >= coalesce($2::timestamptz, '-infinity') and attempts < max_attempts
                    limit $1 for no key update skip locked
                )
                returning id, tenant_id, queue, attempts
            ), event as (
                insert into job_events (job_id, tenant_id, event, attempt, detail)
                select id, tenant_id, 'repaired', attempts, 'the worker stopped' from requeued
            )
            select queue, count(*) as "count!" from requeued group by queue
            "#,
            BATCH_SIZE,
            since,
        )
        .fetch_all(self.database.system().acquire().await?.connection())
        .await?;
        for row in &rows {
            count_repairs(&row.queue, "worker_stopped", row.count);
        }
        Ok(rows.len())
    }

    /// Marks jobs dead whose worker died at the last attempt, as a job may crash its worker each time. Returns how many
    /// it found.
    async fn mark_exhausted_dead(&self, since: Option<DateTime<Utc>>) -> Result<usize, Error> {
        let rows = sqlx::query!(
            "
            select id, tenant_id, queue, kind, ref_id, payload, version, attempts, max_attempts, request_id from jobs
            where state = 'running' and lease_until < now() and lease_until >= coalesce($1::timestamptz, '-infinity')
                and attempts >= max_attempts
            limit 100
            ",
            since,
        )
        .fetch_all(self.database.system().acquire().await?.connection())
        .await?;
        let found = rows.len();
        for row in rows {
            let job = JobRow {
                id: JobId::new(row.id),
                tenant: TenantId::new(row.tenant_id),
                queue: row.queue,
                kind: row.kind,
                ref_id: row.ref_id,
                payload: row.payload,
                version: row.version,
                attempt: row.attempts,
                max_attempts: row.max_attempts,
                request_id: row.request_id,
            };
            let update = DeadJobUpdate { token: None, error: WORKER_STOPPED, chain: WORKER_STOPPED };
            if mark_dead(&self.database, &self.handlers, &job, update).await? {
                tracing::error!(job = %job.id, kind = job.kind, "job is dead: its worker stopped at every attempt");
                count_repairs(&job.queue, "given_up", 1);
            }
        }
        Ok(found)
    }

    /// Lets the relay push those jobs again that were pushed long ago, were not claimed, and are no longer in Redis.
    async fn push_lost(&self, queue: Queue, scan_starts: &mut ScanStarts, now: DateTime<Utc>) -> Result<usize, Error> {
        let rows = sqlx::query!(
            r#"
            select id, enqueue_no, enqueued_at as "enqueued_at!",
                enqueued_at < now() - make_interval(secs => $3) as "long!"
            from jobs
            where queue = $1 and state = 'queued' and enqueued_at < now() - make_interval(secs => $2)
                and enqueued_at >= coalesce($5::timestamptz, '-infinity')
            order by enqueued_at limit $4
            "#,
            queue.as_str(),
            self.settings.lost_after.as_secs_f64(),
            self.settings.stuck_after.as_secs_f64(),
            BATCH_SIZE,
            scan_starts.pushed.get(&queue).map(|time| *time - OVERLAP),
        )
        .fetch_all(self.database.system().acquire().await?.connection())
        .await?;
        scan_starts.pushed.insert(queue, rows.first().map_or(now, |oldest| oldest.enqueued_at));
        if rows.is_empty() {
            return Ok(0);
        }
        let jobs: Vec<_> =
            rows.iter().map(|row| JobPush { id: JobId::new(row.id), no: row.enqueue_no, urgent: false }).collect();
        let queued = self.transport.find_queued(queue, &jobs).await?;
        // a task that stays queued although no other task waits is stuck in a worker that will never start it
        let lost =
            rows.iter().zip(queued.is_queued).filter(|(row, is_queued)| !is_queued || (row.long && queued.depth == 0));
        let (ids, numbers): (Vec<_>, Vec<_>) = lost.map(|(row, _)| (row.id, row.enqueue_no)).unzip();
        let repaired = sqlx::query!(
            "
            with requeued as (
                update jobs set enqueued_at = null, enqueue_no = enqueue_no + 1
                from unnest($1::bigint[], $2::integer[]) as lost (job_id, no)
                where id = lost.job_id and enqueue_no = lost.no and state = 'queued' and enqueued_at is not null
                returning id, tenant_id, attempts
            )
            insert into job_events (job_id, tenant_id, event, attempt, detail)
            select id, tenant_id, 'repaired', attempts, 'lost by the transport' from requeued
            ",
            &ids,
            &numbers,
        )
        .execute(self.database.system().acquire().await?.connection())
        .await?
        .rows_affected();
        if repaired > 0 {
            count_repairs(queue.as_str(), "lost", i64::try_from(repaired).unwrap_or(i64::MAX));
        }
        Ok(usize::try_from(repaired).unwrap_or(usize::MAX))
    }
}

/// Counts repairs and logs a warning, because each repair means that something failed.
fn count_repairs(queue: &str, reason: &'static str, count: i64) {
    let (queue, count) = (queue.to_owned(), count.unsigned_abs());
    tracing::warn!(queue, reason, count, "jobs repaired");
    ::metrics::counter!(crate::metrics::REPAIRED.name, "queue" => queue, "reason" => reason).increment(count);
}
