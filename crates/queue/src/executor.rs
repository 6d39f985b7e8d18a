//! Runs one job: claims it in the database, calls its handler under a lease, and records the outcome.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::metrics::{counter, histogram};
use apalis_core::error::{AbortError, BoxDynError};
use db::{BatchLimits, Batcher, Database, SystemDb, TenantTx};
use runtime::traces;
use serde::Deserialize;
use serde_json::Value;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};
use uuid::Uuid;

use crate::handlers::JobHandlers;
use crate::job_run::{Cause, Done, Effect, Failure, Outcome, error_chain};
use crate::lease::Leases;
use crate::metrics;
use crate::settings::{Queue, Settings};
use crate::store::{self, Claim, DeadJobUpdate, JobRow, Requeue};

/// Timeout for the database to claim or finish a job. The reconciler repairs what is not recorded by then.
const RECORD_TIMEOUT: Duration = Duration::from_secs(10);
/// Batch limits of the statements that claim and finish jobs.
const RECORD_LIMITS: BatchLimits = BatchLimits { max_size: 200, max_concurrent: 1, timeout: RECORD_TIMEOUT };
/// Maximum length of a stored error, in bytes.
const MAX_ERROR_BYTES: usize = 500;

/// The payload of a task in Redis.
#[derive(Debug, Deserialize)]
struct TaskPayload {
    job_id: i64,
}

/// Runs the jobs that apalis delivers.
#[derive(Clone)]
pub(crate) struct Executor {
    database: Database,
    settings: Settings,
    handlers: Arc<JobHandlers>,
    leases: Leases,
    claims: Batcher<i64, Option<Claim>>,
    ends: Batcher<(i64, Uuid), ()>,
    running: TaskTracker,
}

impl Executor {
    /// Starts an executor for the worker with this id.
    pub(crate) fn start(
        database: Database,
        settings: Settings,
        handlers: Arc<JobHandlers>,
        leases: Leases,
        worker: Arc<str>,
    ) -> Self {
        let (claiming, ending) = (database.system(), database.system());
        let claims =
            Batcher::new(RECORD_LIMITS, move |ids| claim_all(claiming.clone(), settings, Arc::clone(&worker), ids));
        let ends = Batcher::new(RECORD_LIMITS, move |runs| end_all(ending.clone(), runs));
        Self { database, settings, handlers, leases, claims, ends, running: TaskTracker::new() }
    }

    /// Waits until no task runs. Call it only after the last task has arrived.
    pub(crate) async fn wait_until_idle(&self) {
        self.running.close();
        self.running.wait().await;
    }

    /// Runs one task of the transport. Fails only for a payload that cannot be parsed, which the transport then keeps
    /// in its dead set. Every outcome of a job is recorded in the database.
    pub(crate) async fn run(&self, queue: Queue, task: Value) -> Result<(), BoxDynError> {
        let _running = self.running.token();
        let payload: TaskPayload = match serde_json::from_value(task) {
            Ok(payload) => payload,
            Err(error) => {
                counter!(metrics::UNREADABLE_TASKS.name, "queue" => queue.as_str()).increment(1);
                tracing::error!(%queue, "a task cannot be read");
                return Err(AbortError::new(format!("unreadable task: {error}")).into());
            }
        };
        // none: already claimed or finished, canceled, not due, or the database is unreachable and the reconciler
        // repairs it
        if let Some(Some(claim)) = request_with_timeout(&self.claims, payload.job_id).await {
            self.attempt(queue, claim).await;
        }
        Ok(())
    }

    async fn attempt(&self, queue: Queue, claim: Claim) {
        histogram!(metrics::START_SECONDS.name, "queue" => queue.as_str()).record(claim.wait_seconds);
        let job = &claim.job;
        let span = tracing::info_span!(
            "job", id = %job.id, kind = job.kind, attempt = job.attempt, tenant = %job.tenant, request_id = job.request_id
        );
        let traced = attempt_span(queue, &claim);
        async {
            let started = Instant::now();
            let outcome = self.call_handler(&claim).await;
            let kind = job.kind.clone();
            let seconds = started.elapsed().as_secs_f64();
            let label = self.record(&claim, outcome).await;
            histogram!(metrics::RUN_SECONDS.name, "queue" => queue.as_str()).record(seconds);
            counter!(metrics::ENDED.name, "kind" => kind, "outcome" => label).increment(1);
            tracing::info!(outcome = label, ms = started.elapsed().as_millis(), "job ended");
            traced.record("job.outcome", label);
            if label != "done" {
                traced.record("otel.status_code", "ERROR");
            }
        }
        .instrument(traced.clone())
        .instrument(span)
        .await;
    }

    async fn call_handler(&self, claim: &Claim) -> Outcome {
        let handler = self.handlers.find(&claim.job)?;
        let lease = self.leases.register(claim.job.id, claim.token);
        let run = (handler.run)(self.database.clone(), claim.job.clone(), claim.token);
        let run = AbortOnDropHandle::new(tokio::spawn(run.in_current_span()));
        tokio::select! {
            ended = tokio::time::timeout(handler.timeout, run) => match ended {
                Ok(Ok(outcome)) => outcome,
                Ok(Err(_)) => Err(Failure::retry("the handler panicked")),
                Err(_) => Err(Failure::retry("the handler timed out")),
            },
            () = lease.lost.cancelled() => Err(Failure::LeaseLost),
        }
    }

    /// Records the outcome of an attempt and returns its metric label.
    async fn record(&self, claim: &Claim, outcome: Outcome) -> &'static str {
        let (label, recorded) = match outcome {
            Ok(Done(Effect::Committed)) => ("done", Ok(())),
            Ok(Done(Effect::None)) => {
                let finished = request_with_timeout(&self.ends, (claim.job.id.get(), claim.token)).await;
                if finished.is_none() {
                    tracing::warn!("the end of a job was not recorded in time; its lease will expire");
                }
                ("done", Ok(()))
            }
            Err(Failure::LeaseLost) => ("lost", Ok(())),
            Err(Failure::Retry(cause)) if claim.job.attempt < claim.job.max_attempts => {
                let (error, chain) = error_texts(&cause);
                let jitter = f64::from(claim.token.as_bytes()[0]) / 255.0;
                let pause = self.settings.pause_after(claim.job.attempt, jitter);
                tracing::warn!(error, "attempt failed");
                let requeue = Requeue { error: &error, chain: &chain, pause, counts: true };
                ("retried", store::requeue(&self.database.system(), claim, requeue).await)
            }
            Err(Failure::Unsupported(reason)) => {
                tracing::warn!(reason, "a newer worker must run the job");
                let pause = self.settings.lease;
                let requeue = Requeue { error: &reason, chain: &reason, pause, counts: false };
                ("unsupported", store::requeue(&self.database.system(), claim, requeue).await)
            }
            Err(Failure::Postponed { reason, pause }) => {
                tracing::info!(reason, "the job is postponed");
                let requeue = Requeue { error: reason, chain: reason, pause, counts: false };
                ("postponed", store::requeue(&self.database.system(), claim, requeue).await)
            }
            Err(Failure::Retry(cause) | Failure::Fail(cause)) => {
                let (error, chain) = error_texts(&cause);
                tracing::error!(error, "job is dead");
                let update = DeadJobUpdate { token: Some(claim.token), error: &error, chain: &chain };
                let marked = mark_dead(&self.database, &self.handlers, &claim.job, update).await;
                ("dead", marked.map(|_| ()))
            }
        };
        if let Err(error) = recorded {
            tracing::warn!(%error, "the end of a job was not recorded; its lease will expire");
        }
        label
    }
}

/// Creates the attempt's span, in the trace that enqueued the job if there is one, else in a new trace.
fn attempt_span(queue: Queue, claim: &Claim) -> Span {
    let job = &claim.job;
    let span = runtime::exported_span!(
        "attempt",
        otel.name = format!("run {}", job.kind),
        otel.kind = "consumer",
        otel.status_code = Empty,
        messaging.destination.name = queue.as_str(),
        messaging.message.id = job.id.get(),
        job.attempt = job.attempt,
        job.outcome = Empty,
        job.wait_seconds = claim.wait_seconds,
        tenant.id = job.tenant.get(),
    );
    if let Some(parent) = &claim.traceparent {
        traces::set_parent(&span, parent);
    }
    span
}

/// Marks a job dead and calls its handler's `on_dead`, in one transaction. See [`store::mark_dead`].
pub(crate) async fn mark_dead(
    database: &Database,
    handlers: &JobHandlers,
    job: &JobRow,
    update: DeadJobUpdate<'_>,
) -> db::Result<bool> {
    let mut tx = database.tenant(job.tenant).begin().await?;
    if !store::mark_dead(&mut tx, job.id, update).await? {
        tx.rollback().await?;
        return Ok(false);
    }
    call_on_dead(handlers, job, &mut tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// Calls the `on_dead` of a canceled job's handler, unless that was done.
pub(crate) async fn call_on_dead_of_canceled(
    database: &Database,
    handlers: &JobHandlers,
    job: &JobRow,
) -> db::Result<()> {
    let mut tx = database.tenant(job.tenant).begin().await?;
    if !store::take_pending_on_dead(&mut tx, job.id).await? {
        tx.rollback().await?;
        return Ok(());
    }
    call_on_dead(handlers, job, &mut tx).await?;
    tx.commit().await
}

async fn call_on_dead(handlers: &JobHandlers, job: &JobRow, tx: &mut TenantTx) -> db::Result<()> {
    match handlers.find(job).ok().and_then(|handler| handler.on_dead.as_ref()) {
        Some(on_dead) => on_dead(job, tx).await,
        None => Ok(()),
    }
}

/// Returns the batcher's result, or none after [`RECORD_TIMEOUT`].
async fn request_with_timeout<Q, A>(batcher: &Batcher<Q, A>, item: Q) -> Option<A>
where
    Q: Send + 'static,
    A: Send + 'static,
{
    tokio::time::timeout(RECORD_TIMEOUT, batcher.request(item)).await.ok().flatten()
}

async fn claim_all(db: SystemDb, settings: Settings, worker: Arc<str>, ids: Vec<i64>) -> Vec<Option<Claim>> {
    let mut claims = match store::claim(&db, &settings, &worker, &ids).await {
        Ok(claims) => claims,
        Err(error) => {
            tracing::warn!(%error, jobs = ids.len(), "jobs were not claimed; the reconciler will repair them");
            Vec::new()
        }
    };
    let mut take = |id| claims.iter().position(|claim| claim.job.id.get() == id).map(|at| claims.swap_remove(at));
    ids.into_iter().map(&mut take).collect()
}

async fn end_all(db: SystemDb, runs: Vec<(i64, Uuid)>) -> Vec<()> {
    let (ids, tokens): (Vec<_>, Vec<_>) = runs.into_iter().unzip();
    if let Err(error) = store::finish_many(&db, &ids, &tokens).await {
        tracing::warn!(%error, jobs = ids.len(), "the ends of jobs were not recorded; their leases will expire");
    }
    vec![(); ids.len()]
}

/// Formats the chain of causes on one line, and with one cause per line, both truncated to the stored length.
fn error_texts(cause: &Cause) -> (String, String) {
    let chain = error_chain(cause.as_ref());
    let [mut line, mut lines] = [chain.join(": "), chain.join("\n")];
    for text in [&mut line, &mut lines] {
        text.truncate(text.floor_char_boundary(MAX_ERROR_BYTES));
    }
    (line, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_error_is_cut_between_letters() {
        let texts = |error: &str| error_texts(&Cause::from(error.to_owned()));
        assert_eq!(texts("refused"), ("refused".to_owned(), "refused".to_owned()));
        let (line, lines) = texts(&"한".repeat(200));
        assert_eq!((line.as_str(), lines.as_str()), ("한".repeat(166).as_str(), line.as_str()), "500 bytes at most");
    }
}
