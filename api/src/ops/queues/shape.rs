//! Queues and jobs in requests and responses.

use chrono::{DateTime, Utc};
use queue::QueueStats;
use queue::admin::{Attempt, BulkAction, JobDetail, JobEvent, JobView, Pause};
use runtime::traces::sampled_trace_id;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::filter::JobFilterBody;
use crate::services::trace_url::TraceUrl;

/// A queue's state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueState {
    /// `inference`, `notifications`, `payments` or `maintenance`.
    name: &'static str,
    /// Whether it is paused.
    paused: bool,
    /// The operator who paused it; null otherwise.
    #[schema(required)]
    pause: Option<QueuePause>,
    /// Jobs that are due and wait.
    ready: i64,
    /// Jobs that run.
    running: i64,
    /// Delayed jobs.
    delayed: i64,
    /// Dead jobs.
    dead: i64,
    /// Whether numbers above 10,000 among these are estimates.
    is_estimate: bool,
    /// How long the oldest due job has waited.
    oldest_age_seconds: f64,
    /// Created jobs per minute, over the last five minutes.
    in_per_minute: f64,
    /// Finished jobs per minute, over the last five minutes.
    out_per_minute: f64,
    /// Failed attempts per minute, over the last five minutes.
    failures_per_minute: f64,
    /// Workers that run its jobs. Null when Redis is unavailable.
    #[schema(required)]
    workers: Option<usize>,
}

/// A pause of a queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueuePause {
    /// When it was paused.
    at: DateTime<Utc>,
    /// The sign-in name of the operator.
    operator: String,
    /// Why.
    reason: String,
}

impl QueueState {
    /// Returns the queue's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Combines a queue's state with its pause.
    #[must_use]
    pub fn new(stats: &QueueStats, pauses: &[Pause]) -> Self {
        let pause = pauses.iter().find(|pause| pause.queue == stats.queue.as_str());
        Self {
            name: stats.queue.as_str(),
            paused: pause.is_some(),
            pause: pause.map(|pause| QueuePause {
                at: pause.paused_at,
                operator: pause.operator.clone(),
                reason: pause.reason.clone(),
            }),
            ready: stats.ready,
            running: stats.running,
            delayed: stats.delayed,
            dead: stats.dead,
            is_estimate: stats.is_estimate,
            oldest_age_seconds: stats.oldest_seconds,
            in_per_minute: stats.enqueued_per_minute,
            out_per_minute: stats.ended_per_minute,
            failures_per_minute: stats.failed_per_minute,
            workers: stats.workers.as_ref().map(Vec::len),
        }
    }
}

/// The state of every queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueuesResponse {
    /// The queues.
    pub queues: Vec<QueueState>,
}

/// The state of one queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueResponse {
    /// The queue.
    pub queue: QueueState,
}

/// A job. It holds no personal data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct JobBody {
    /// Its id.
    pub id: i64,
    /// The tenant.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// Its queue.
    queue: String,
    /// Its kind.
    #[schema(example = "read_picture")]
    kind: String,
    /// `queued`, `running`, `done`, `dead` or `canceled`. Queued with a later `runAt` is delayed.
    state: String,
    /// Attempts so far.
    attempts: i16,
    /// The maximum number of attempts.
    max_attempts: i16,
    /// Why the last attempt failed.
    #[schema(required)]
    last_error: Option<String>,
    /// The id of the request that created it.
    #[schema(required)]
    request_id: Option<String>,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When it may run.
    run_at: DateTime<Utc>,
    /// When its last attempt started.
    #[schema(required)]
    started_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[schema(required)]
    finished_at: Option<DateTime<Utc>>,
}

impl From<JobView> for JobBody {
    fn from(job: JobView) -> Self {
        Self {
            id: job.id,
            tenant_id: job.tenant_id,
            tenant: job.tenant,
            queue: job.queue,
            kind: job.kind,
            state: job.state,
            attempts: job.attempts,
            max_attempts: job.max_attempts,
            last_error: job.last_error,
            request_id: job.request_id,
            created_at: job.created_at,
            run_at: job.run_at,
            started_at: job.started_at,
            finished_at: job.finished_at,
        }
    }
}

/// An event of a job.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = JobEvent)]
pub struct JobEventBody {
    /// The time.
    at: DateTime<Utc>,
    /// `queued`, `started`, `retried`, `done`, `dead`, `canceled`, `requeued` or `repaired`.
    event: String,
    /// The attempt.
    attempt: i16,
    /// The worker of a start, the errors of a failure, otherwise the operator or the reason.
    #[schema(required)]
    detail: Option<String>,
}

impl From<JobEvent> for JobEventBody {
    fn from(event: JobEvent) -> Self {
        Self { at: event.at, event: event.event, attempt: event.attempt, detail: event.detail }
    }
}

/// One run of a job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JobAttempt)]
pub struct AttemptBody {
    /// Its number, from 1. A retry by an operator starts again at 1.
    attempt: i16,
    /// `running`, `succeeded`, `failed` or `canceled`.
    outcome: &'static str,
    /// When it started.
    started_at: DateTime<Utc>,
    /// When it ended; null while it runs.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// The worker that ran it.
    #[schema(required)]
    worker: Option<String>,
    /// The error and its causes, outermost first; empty unless it failed.
    errors: Vec<String>,
}

impl From<Attempt> for AttemptBody {
    fn from(attempt: Attempt) -> Self {
        Self {
            attempt: attempt.attempt,
            outcome: attempt.outcome.as_str(),
            started_at: attempt.started_at,
            ended_at: attempt.ended_at,
            worker: attempt.worker,
            errors: attempt.errors,
        }
    }
}

/// A job with its history.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobDetailResponse {
    /// The job.
    job: JobBody,
    /// The ids or the day of its payload.
    #[schema(required, value_type = Option<Object>)]
    payload: Option<Value>,
    /// Its events, in order.
    events: Vec<JobEventBody>,
    /// Its runs, in order.
    attempts: Vec<AttemptBody>,
    /// The actions that its state allows: `retry`, `run_now`, `cancel`, `delete`.
    actions: Vec<&'static str>,
    /// The trace of the request that created it. Null if it was not exported.
    #[serde(rename = "traceId")]
    #[schema(required)]
    trace_id: Option<String>,
    /// The URL of the trace. Null if `TRACE_URL` is not set.
    #[serde(rename = "traceUrl")]
    #[schema(required)]
    trace_url: Option<String>,
}

impl JobDetailResponse {
    /// Creates the body of a job.
    #[must_use]
    pub fn new(detail: JobDetail, trace_url: Option<&TraceUrl>) -> Self {
        let trace_id = detail.job.traceparent.as_deref().and_then(sampled_trace_id);
        Self {
            trace_url: trace_id.zip(trace_url).map(|(trace_id, url)| url.link_to(trace_id)),
            trace_id: trace_id.map(str::to_owned),
            attempts: detail.attempts().into_iter().map(AttemptBody::from).collect(),
            actions: detail.actions().into_iter().map(queue::admin::JobAction::as_str).collect(),
            payload: detail.job.payload.clone(),
            events: detail.events.into_iter().map(JobEventBody::from).collect(),
            job: detail.job.into(),
        }
    }
}

/// A bulk action, which the workers run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkAction)]
pub struct BulkBody {
    /// Its id.
    id: i64,
    /// `retry`, `cancel` or `delete`.
    action: String,
    /// `queued`, `running`, `done` or `canceled`.
    state: &'static str,
    /// Which jobs.
    filter: JobFilterBody,
    /// Why.
    reason: String,
    /// The sign-in name of the operator.
    operator: String,
    /// The number of jobs that matched at its start; null before.
    #[schema(required)]
    total: Option<i64>,
    /// Changed jobs.
    done: i64,
    /// Skipped jobs: they changed meanwhile, or another job has their unique key.
    failed: i64,
    /// When it was requested.
    created_at: DateTime<Utc>,
    /// When it ended.
    #[schema(required)]
    finished_at: Option<DateTime<Utc>>,
}

impl From<BulkAction> for BulkBody {
    fn from(action: BulkAction) -> Self {
        Self {
            id: action.id,
            action: action.action,
            state: action.state.as_str(),
            filter: action.filter.into(),
            reason: action.reason,
            operator: action.operator,
            total: action.total,
            done: action.done,
            failed: action.skipped,
            created_at: action.created_at,
            finished_at: action.finished_at,
        }
    }
}
