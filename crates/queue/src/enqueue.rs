//! Jobs are made in the transaction of the row that needs them.

use chrono::{DateTime, Utc};
use db::TenantTx;
use domain::JobId;

use crate::settings::Queue;

/// The priority of ordinary jobs; smaller runs first.
pub(crate) const ORDINARY: i16 = 100;
/// That of urgent ones.
const URGENT: i16 = 10;

/// A job to be made. It holds ids only: what it is about is read when it runs.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// Where it waits.
    pub queue: Queue,
    /// What to do; the handler registered under this name does it.
    pub kind: &'static str,
    /// The row it is about.
    pub ref_id: i64,
    /// A second job with the same key is not made while the first is unfinished.
    pub unique_key: Option<String>,
    /// The request that asked for it, to join the logs.
    pub request_id: Option<String>,
    /// Not before this time; at once if none.
    pub run_at: Option<DateTime<Utc>>,
    /// Smaller runs first.
    pub priority: i16,
    /// How often it is begun before it is given up.
    pub max_attempts: i16,
}

impl NewJob {
    /// A job to be run at once, five times at most.
    #[must_use]
    pub const fn new(queue: Queue, kind: &'static str, ref_id: i64) -> Self {
        Self {
            queue,
            kind,
            ref_id,
            unique_key: None,
            request_id: None,
            run_at: None,
            priority: ORDINARY,
            max_attempts: 5,
        }
    }

    /// Makes it the only unfinished one with this key.
    #[must_use]
    pub fn unique(mut self, key: impl Into<String>) -> Self {
        self.unique_key = Some(key.into());
        self
    }

    /// Lets it go before ordinary jobs, those that Redis holds already too. Push it by [`crate::Producer::push_urgent`].
    #[must_use]
    pub const fn urgent(mut self) -> Self {
        self.priority = URGENT;
        self
    }

    /// Names the request that asked for it.
    #[must_use]
    pub fn requested_by(mut self, request_id: impl Into<String>) -> Self {
        self.request_id = Some(request_id.into());
        self
    }

    /// Holds it back until then.
    #[must_use]
    pub fn at(mut self, time: DateTime<Utc>) -> Self {
        self.run_at = Some(time);
        self
    }
}

/// Makes a job for the transaction's tenant; it exists if and only if the transaction is committed. After the commit,
/// [`crate::Producer::push_now`] makes it start at once; without that the relay finds it within a second or so.
///
/// With a unique key that an unfinished job already has, that job's id is the answer.
///
/// # Errors
/// When the database fails.
pub async fn enqueue(tx: &mut TenantTx, job: &NewJob) -> db::Result<JobId> {
    let id = sqlx::query_scalar!(
        r#"
        with made as (
            insert into jobs (queue, kind, ref_id, unique_key, request_id, run_at, priority, max_attempts)
            values ($1, $2, $3, $4, $5, coalesce($6, now()), $7, $8)
            on conflict (tenant_id, unique_key) where state in ('queued', 'running')
            do update set unique_key = excluded.unique_key
            returning id, xmax = 0 as fresh
        ), noted as (
            insert into job_events (job_id, event, attempt) select id, 'queued', 0 from made where fresh
        )
        select id as "id!" from made
        "#,
        job.queue.as_str(),
        job.kind,
        job.ref_id,
        job.unique_key,
        job.request_id,
        job.run_at,
        job.priority,
        job.max_attempts,
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(JobId::new(id))
}
