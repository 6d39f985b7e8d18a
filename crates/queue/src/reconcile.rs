//! Finds lost jobs and repairs them. Without failures it finds nothing.
//!
//! Like the relay, it remembers the time up to which nothing was lost, and scans everything from time to time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::Database;
use domain::{JobId, TenantId};
use runtime::logging;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::executor::{call_on_dead_of_canceled, mark_dead};
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
                tracing::warn!(error = logging::chain(&error), "reconciler did not repair everything");
            }
        }
    }

    /// Runs each step also when another one fails, so that one job that cannot be repaired does not leave the others
    /// unrepaired. Returns the first error.
    async fn repair(&self, scan_starts: &mut ScanStarts) -> Result<(), Error> {
        scan_starts.expire();
        let now = sqlx::query_scalar!(r#"select now() as "now!""#);
        let now = now.fetch_one(self.database.system().acquire().await?.connection()).await?;
        let since = scan_starts.leases.map(|time| time - OVERLAP);
        let dead = self.end_exhausted_and_canceled(since).await;
        let mut requeued = vec![self.requeue_expired(since).await];
        if matches!((&dead, requeued.as_slice()), (Ok(0), [Ok(0)])) {
            scan_starts.leases = Some(now);
        }
        for queue in Queue::ALL {
            requeued.push(self.push_lost(queue, scan_starts, now).await);
        }
        if requeued.iter().flatten().any(|repaired| *repaired > 0) {
            self.wake.notify_one();
        }
        dead?;
        requeued.into_iter().try_for_each(|step| step.map(|_| ()))
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

    /// Marks jobs dead whose worker died at the last attempt, as a job may crash its worker each time, and calls
    /// `on_dead` for canceled ones. Returns how many it found. A job whose `on_dead` fails is logged and does not keep the
    /// others from being handled.
    async fn end_exhausted_and_canceled(&self, since: Option<DateTime<Utc>>) -> Result<usize, Error> {
        let rows = sqlx::query!(
            "
            select id, tenant_id, queue, kind, ref_id, payload, version, attempts, max_attempts, request_id, on_dead_pending
            from jobs
            where id in (
                (select id from jobs where state = 'running' and lease_until < now()
                    and lease_until >= coalesce($1::timestamptz, '-infinity') and attempts >= max_attempts limit 100)
                union all
                (select id from jobs where on_dead_pending and kind = any($2) limit 100)
            )
            ",
            since,
            &self.handlers.kinds(),
        )
        .fetch_all(self.database.system().acquire().await?.connection())
        .await?;
        let found = rows.len();
        let mut failed = 0;
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
            let ended = if row.on_dead_pending {
                call_on_dead_of_canceled(&self.database, &self.handlers, &job).await
            } else {
                mark_dead(&self.database, &self.handlers, &job, update).await.map(|is_dead| {
                    if is_dead {
                        count_dead(&job);
                    }
                })
            };
            if let Err(error) = ended {
                failed += 1;
                tracing::error!(job = %job.id, kind = job.kind, error = logging::chain(&error), "a job was not ended");
            }
        }
        if failed == 0 { Ok(found) } else { Err(Error::NotEnded(failed)) }
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

/// Counts a job that died without an attempt that recorded it.
fn count_dead(job: &JobRow) {
    tracing::error!(job = %job.id, kind = job.kind, "job is dead: its worker stopped at every attempt");
    count_repairs(&job.queue, "given_up", 1);
    ::metrics::counter!(crate::metrics::ENDED.name, "kind" => job.kind.clone(), "outcome" => "dead").increment(1);
}

/// Counts repairs and logs a warning, because each repair means that something failed.
fn count_repairs(queue: &str, reason: &'static str, count: i64) {
    let (queue, count) = (queue.to_owned(), count.unsigned_abs());
    tracing::warn!(queue, reason, count, "jobs repaired");
    ::metrics::counter!(crate::metrics::REPAIRED.name, "queue" => queue, "reason" => reason).increment(count);
}

#[cfg(test)]
mod tests {
    use db::TenantTx;
    use futures::future::BoxFuture;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::handlers::DeadJob;
    use crate::job::Job;
    use crate::job_run::{Done, JobRun, Outcome};

    /// A job whose worker stopped.
    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Stopped {
        on_dead_fails: bool,
    }

    impl Job for Stopped {
        const KIND: &'static str = "stopped";
        const QUEUE: Queue = Queue::Maintenance;
        const TIMEOUT: Duration = Duration::from_secs(1);
    }

    async fn run_stopped(_: Arc<()>, _: JobRun<Stopped>) -> Outcome {
        Ok(Done::without_effect())
    }

    fn on_dead<'a>(_: &'a (), dead: &'a DeadJob<Stopped>, tx: &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> {
        Box::pin(async move {
            if dead.job.on_dead_fails {
                sqlx::query("select 1 / 0").execute(tx.connection()).await?;
            }
            let mark = sqlx::query("update jobs set request_id = 'handled' where id = $1").bind(dead.id.get());
            mark.execute(tx.connection()).await?;
            Ok(())
        })
    }

    /// Inserts a job without attempts left whose `on_dead` fails, another whose `on_dead` succeeds, one with attempts
    /// left, one that Redis lost, and a canceled one.
    async fn insert_lost_jobs(database: &testing::Database) {
        sqlx::query(
            "insert into jobs (tenant_id, queue, kind, version, payload, state, attempts, max_attempts, lease_token,
                lease_until, enqueued_at, finished_at, on_dead_pending)
             select $1, 'maintenance', 'stopped', 2, jsonb_build_object('on_dead_fails', fails), state, attempts, 5,
                case when state = 'running' then gen_random_uuid() end,
                case when state = 'running' then now() - make_interval(hours => 5 - attempts) end,
                now() - interval '1 hour', case when state = 'canceled' then now() end, state = 'canceled'
             from (values (true, 'running', 5), (false, 'running', 5), (false, 'running', 1), (false, 'queued', 0),
                (false, 'canceled', 0)) as job (fails, state, attempts)",
        )
        .bind(database.first.id.get())
        .execute(&mut database.superuser().await)
        .await
        .expect("jobs");
    }

    async fn repair_with_failing_on_dead() {
        let database = testing::Database::create().await;
        insert_lost_jobs(&database).await;
        // its own server: others' jobs have the same ids
        let redis = testing::PrivateRedis::start().await;
        let reconciler = Reconciler {
            database: database.db.clone(),
            transport: Transport::lazy(&redis.url(), Settings::default()).expect("an address"),
            settings: Settings::default(),
            handlers: Arc::new(JobHandlers::new().handle_with_on_dead(&Arc::new(()), run_stopped, on_dead)),
            wake: Arc::default(),
        };
        let mut scan_starts = ScanStarts::default();
        let error = reconciler.repair(&mut scan_starts).await.expect_err("a job was not ended");
        assert_eq!(error.to_string(), "1 jobs were not ended");
        assert_eq!(scan_starts.leases, None, "the next round finds the job again");
        let find =
            "select state, enqueued_at is null, request_id = 'handled' and not on_dead_pending from jobs order by id";
        let jobs: Vec<(String, bool, Option<bool>)> =
            sqlx::query_as(find).fetch_all(&mut database.superuser().await).await.expect("the jobs");
        let jobs: Vec<_> = jobs.iter().map(|(state, is_due, handled)| (state.as_str(), *is_due, *handled)).collect();
        let expected = [
            ("running", false, None),
            ("dead", false, Some(true)),
            ("queued", true, None),
            ("queued", true, None),
            ("canceled", false, Some(true)),
        ];
        assert_eq!(jobs, expected);
    }

    #[test]
    fn failing_on_dead_leaves_others_repaired() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        // on this thread alone, whose recorder it is
        let metrics = runtime::metrics::render_once(|| runtime.block_on(repair_with_failing_on_dead()));
        let dead = r#"hyeobom_jobs_ended_total{kind="stopped",outcome="dead"} 1"#;
        assert!(metrics.contains(dead), "{metrics}");
    }
}
