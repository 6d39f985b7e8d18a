//! Job types, and how a job is enqueued in the transaction of the row that needs it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::TenantTx;
use domain::JobId;
use runtime::traces;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::types::Json;
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::settings::Queue;

/// The priority of ordinary jobs. Smaller values run first.
pub(crate) const NORMAL_PRIORITY: i16 = 100;
const URGENT_PRIORITY: i16 = 10;
/// All priorities, the most urgent first.
pub(crate) const PRIORITIES: [i16; 2] = [URGENT_PRIORITY, NORMAL_PRIORITY];

/// A kind of job. Its fields are only ids and days; the data itself is read when the job runs, so that the queue
/// contains no personal data and nothing in it is outdated.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name in the database, metrics and logs. It must not change while rows with it exist.
    const KIND: &'static str;
    /// The queue that it belongs to.
    const QUEUE: Queue;
    /// The timeout of one attempt.
    const TIMEOUT: Duration;
    /// The maximum number of attempts before the job is dead.
    const MAX_ATTEMPTS: i16 = 5;
    /// The version of the fields. Raise it when older workers could not parse or would misread them. An older worker
    /// leaves the job to a newer one.
    const VERSION: i16 = 2;
}

/// A job to be enqueued, with its options.
#[derive(Clone, Debug)]
pub struct NewJob<J> {
    job: J,
    unique_key: Option<String>,
    request_id: Option<String>,
    run_at: Option<DateTime<Utc>>,
    priority: i16,
    max_attempts: i16,
}

impl<J: Job> From<J> for NewJob<J> {
    fn from(job: J) -> Self {
        Self::new(job)
    }
}

impl<J: Job> NewJob<J> {
    /// Creates a job that is due at once.
    #[must_use]
    pub const fn new(job: J) -> Self {
        Self {
            job,
            unique_key: None,
            request_id: None,
            run_at: None,
            priority: NORMAL_PRIORITY,
            max_attempts: J::MAX_ATTEMPTS,
        }
    }

    /// Allows only one unfinished job with this key per tenant.
    #[must_use]
    pub fn with_unique_key(mut self, key: impl Into<String>) -> Self {
        self.unique_key = Some(key.into());
        self
    }

    /// Gives the job priority over ordinary jobs, including those that Redis already holds.
    #[must_use]
    pub const fn urgent(mut self) -> Self {
        self.priority = URGENT_PRIORITY;
        self
    }

    /// Records the request that enqueues the job, so that their logs can be correlated.
    #[must_use]
    pub fn with_request_id(mut self, request_id: impl Into<String>) -> Self {
        self.request_id = Some(request_id.into());
        self
    }

    /// Delays the job until this time.
    #[must_use]
    pub const fn at(mut self, time: DateTime<Utc>) -> Self {
        self.run_at = Some(time);
        self
    }

    /// Overrides [`Job::MAX_ATTEMPTS`].
    #[must_use]
    pub const fn with_max_attempts(mut self, attempts: i16) -> Self {
        self.max_attempts = attempts;
        self
    }
}

/// An enqueued job, as [`crate::Producer::push`] needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnqueuedJob {
    /// Its id.
    pub id: JobId,
    pub(crate) queue: Queue,
    pub(crate) urgent: bool,
}

/// Enqueues a job for the transaction's tenant. The job exists if and only if the transaction commits. After the commit
/// [`crate::Producer::push`] starts it at once; without a push the relay finds it within about a second.
///
/// When an unfinished job already has the unique key, that job is returned.
///
/// # Errors
/// When the database fails.
pub async fn enqueue<J: Job>(tx: &mut TenantTx, job: impl Into<NewJob<J>>) -> db::Result<EnqueuedJob> {
    let new = job.into();
    let span = runtime::exported_span!(
        "enqueue",
        otel.name = format!("enqueue {}", J::KIND),
        otel.kind = "producer",
        messaging.destination.name = J::QUEUE.as_str(),
        messaging.message.id = Empty,
    );
    let id = insert(tx, &new, traces::traceparent(&span)).instrument(span.clone()).await?;
    span.record("messaging.message.id", id);
    Ok(EnqueuedJob { id: JobId::new(id), queue: J::QUEUE, urgent: new.priority < NORMAL_PRIORITY })
}

async fn insert<J: Job>(tx: &mut TenantTx, new: &NewJob<J>, traceparent: Option<String>) -> db::Result<i64> {
    let id = sqlx::query_scalar!(
        r#"
        with created as (
            insert into jobs (
                queue, kind, version, payload, unique_key, request_id, run_at, priority, max_attempts, traceparent
            )
            values ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8, $9, $10)
            on conflict (tenant_id, unique_key) where unique_key is not null and state in ('queued', 'running')
            do update set unique_key = excluded.unique_key
            returning id, xmax = 0 as is_new
        ), event as (
            insert into job_events (job_id, event, attempt) select id, 'queued', 0 from created where is_new
        )
        select id as "id!" from created
        "#,
        J::QUEUE.as_str(),
        J::KIND,
        J::VERSION,
        Json(&new.job) as _,
        new.unique_key.as_deref(),
        new.request_id.as_deref(),
        new.run_at,
        new.priority,
        new.max_attempts,
        traceparent,
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(id)
}
