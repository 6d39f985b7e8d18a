//! Runs one job: begins it in the database, lets its handler work under a lease, and records how it ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use apalis_core::error::{AbortError, BoxDynError};
use db::{Database, SystemDb};
use metrics::{counter, histogram};
use serde::Deserialize;
use serde_json::Value;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::batch::Batch;
use crate::handler::{Done, Entry, Failure, JobRun, Kept, Outcome, Registry};
use crate::lease::Leases;
use crate::settings::{Queue, Settings};
use crate::store::{self, Claim, Job};

/// How long a run waits for the database to begin or end it; what is not recorded by then is repaired later.
const RECORD_LIMIT: Duration = Duration::from_secs(10);
/// The longest reason that is kept.
const LONGEST_ERROR: usize = 500;

/// What a task in Redis says.
#[derive(Debug, Deserialize)]
struct Payload {
    job_id: i64,
}

/// Runs the jobs that apalis hands out.
#[derive(Clone)]
pub(crate) struct Executor {
    database: Database,
    settings: Settings,
    registry: Arc<Registry>,
    leases: Leases,
    claims: Batch<i64, Option<Claim>>,
    ends: Batch<(i64, Uuid), ()>,
    running: TaskTracker,
}

impl Executor {
    pub(crate) fn start(database: Database, settings: Settings, registry: Arc<Registry>, leases: Leases) -> Self {
        let (claiming, ending) = (database.system(), database.system());
        let claims = Batch::start(move |ids| claim_all(claiming.clone(), settings, ids));
        let ends = Batch::start(move |runs| end_all(ending.clone(), runs));
        Self { database, settings, registry, leases, claims, ends, running: TaskTracker::new() }
    }

    /// Returns when no task runs any more; to be asked when no more are handed out.
    pub(crate) async fn idle(&self) {
        self.running.close();
        self.running.wait().await;
    }

    /// Runs one task of the transport. It fails only for a payload that cannot be read, which the transport then keeps
    /// among its dead ones; whatever happens to a job is recorded in the database.
    pub(crate) async fn run(&self, queue: Queue, task: Value) -> Result<(), BoxDynError> {
        let _running = self.running.token();
        let payload: Payload = match serde_json::from_value(task) {
            Ok(payload) => payload,
            Err(error) => {
                counter!("jobs_unreadable_total", "queue" => queue.as_str()).increment(1);
                tracing::error!(%queue, "a task cannot be read");
                return Err(AbortError::new(format!("unreadable task: {error}")).into());
            }
        };
        // none: begun or ended before, canceled, not due, or the database is away and the reconciler comes back to it
        if let Some(Some(claim)) = self.claims.ask(payload.job_id, RECORD_LIMIT).await {
            self.attempt(queue, claim).await;
        }
        Ok(())
    }

    async fn attempt(&self, queue: Queue, claim: Claim) {
        histogram!("jobs_start_seconds", "queue" => queue.as_str()).record(claim.waited);
        let job = &claim.job;
        let span = tracing::info_span!(
            "job", id = %job.id, kind = job.kind, attempt = job.attempt, tenant = %job.tenant, request_id = job.request_id
        );
        async {
            let started = Instant::now();
            let outcome = self.work(&claim).await;
            let kind = job.kind.clone();
            let seconds = started.elapsed().as_secs_f64();
            let word = self.record(&claim, outcome).await;
            histogram!("jobs_run_seconds", "queue" => queue.as_str(), "kind" => kind.clone()).record(seconds);
            counter!("jobs_ended_total", "queue" => queue.as_str(), "kind" => kind, "outcome" => word).increment(1);
            tracing::info!(outcome = word, ms = started.elapsed().as_millis(), "job ended");
        }
        .instrument(span)
        .await;
    }

    async fn work(&self, claim: &Claim) -> Outcome {
        let Some(Entry { handler, limit }) = self.registry.find(&claim.job).cloned() else {
            return Err(Failure::retry("no handler for this kind"));
        };
        let lease = self.leases.hold(claim.token);
        let run = JobRun { job: claim.job.clone(), token: claim.token, database: self.database.clone() };
        let work = async move { handler.run(&run).await };
        let work = AbortOnDropHandle::new(tokio::spawn(work.in_current_span()));
        tokio::select! {
            ended = tokio::time::timeout(limit, work) => match ended {
                Ok(Ok(outcome)) => outcome,
                Ok(Err(_)) => Err(Failure::retry("the handler panicked")),
                Err(_) => Err(Failure::retry("the handler took too long")),
            },
            () = lease.lost.cancelled() => Err(Failure::LeaseLost),
        }
    }

    /// Records how a run ended, and says it in a word.
    async fn record(&self, claim: &Claim, outcome: Outcome) -> &'static str {
        let (word, recorded) = match outcome {
            Ok(Done(Kept::Committed)) => ("done", Ok(())),
            Ok(Done(Kept::Nothing)) => {
                let asked = self.ends.ask((claim.job.id.get(), claim.token), RECORD_LIMIT).await;
                if asked.is_none() {
                    tracing::warn!("the end of a job was not recorded in time; its lease will run out");
                }
                ("done", Ok(()))
            }
            Err(Failure::LeaseLost) => ("lost", Ok(())),
            Err(Failure::Retry(error)) if claim.job.attempt < claim.job.max_attempts => {
                let error = short(&error);
                let jitter = f64::from(claim.token.as_bytes()[0]) / 255.0;
                let pause = self.settings.pause_after(claim.job.attempt, jitter);
                tracing::warn!(error, "attempt failed");
                ("retried", store::put_back(&self.database.system(), claim, error, pause.as_secs_f64()).await)
            }
            Err(Failure::Retry(error) | Failure::Fail(error)) => {
                let error = short(&error);
                tracing::error!(error, "job is given up");
                let buried = bury(&self.database, &self.registry, &claim.job, Some(claim.token), error).await;
                ("dead", buried.map(|_| ()))
            }
        };
        if let Err(error) = recorded {
            tracing::warn!(%error, "the end of a job was not recorded; its lease will run out");
        }
        word
    }
}

/// Gives a job up, and lets its handler tell whoever waits for it, in one transaction. See [`store::give_up`].
pub(crate) async fn bury(
    database: &Database,
    registry: &Registry,
    job: &Job,
    token: Option<Uuid>,
    error: &str,
) -> db::Result<bool> {
    let mut tx = database.tenant(job.tenant).begin().await?;
    if !store::give_up(&mut tx, job.id, token, error).await? {
        tx.rollback().await?;
        return Ok(false);
    }
    if let Some(entry) = registry.find(job) {
        entry.handler.dead(job, &mut tx).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn claim_all(db: SystemDb, settings: Settings, ids: Vec<i64>) -> Vec<Option<Claim>> {
    let mut claims = match store::claim(&db, &settings, &ids).await {
        Ok(claims) => claims,
        Err(error) => {
            tracing::warn!(%error, jobs = ids.len(), "jobs were not begun; the reconciler will come back to them");
            Vec::new()
        }
    };
    let mut take = |id| claims.iter().position(|claim| claim.job.id.get() == id).map(|at| claims.swap_remove(at));
    ids.into_iter().map(&mut take).collect()
}

async fn end_all(db: SystemDb, runs: Vec<(i64, Uuid)>) -> Vec<()> {
    let (ids, tokens): (Vec<_>, Vec<_>) = runs.into_iter().unzip();
    if let Err(error) = store::finish_many(&db, &ids, &tokens).await {
        tracing::warn!(%error, jobs = ids.len(), "the ends of jobs were not recorded; their leases will run out");
    }
    vec![(); ids.len()]
}

fn short(error: &str) -> &str {
    &error[..error.floor_char_boundary(LONGEST_ERROR)]
}
