//! One attempt at a job and its possible outcomes.

use std::error::Error;
use std::time::Duration;

use db::{Database, TenantDb, TenantTx};
use domain::{JobId, TenantId};
use uuid::Uuid;

use crate::store::{self, JobRow};

/// The outcome of an attempt.
pub type Outcome = Result<Done, Failure>;

/// An attempt that succeeded.
#[derive(Debug)]
pub struct Done(pub(crate) Effect);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The effect and the job's end were committed in one transaction.
    Committed,
    /// There was no effect. The queue records the end.
    None,
}

impl Done {
    /// Returns the outcome of an attempt with nothing to write: the effect exists already, or the job changes nothing
    /// in the database.
    #[must_use]
    pub const fn without_effect() -> Self {
        Self(Effect::None)
    }
}

/// The cause of a failure.
pub type Cause = Box<dyn Error + Send + Sync>;

/// An attempt that failed. The causes are recorded and shown to operators, so they must not contain personal data.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A transient failure. The job is tried again.
    #[error("the attempt failed")]
    Retry(#[source] Cause),
    /// A permanent failure. The job is dead.
    #[error("the job failed")]
    Fail(#[source] Cause),
    /// The job is newer than this worker. It is queued again for a newer worker, and the attempt does not count.
    #[error("the job needs a newer worker: {0}")]
    Unsupported(String),
    /// The job may not run yet. It is queued again for after the pause, and the attempt does not count.
    #[error("the job is postponed: {reason}")]
    Postponed {
        /// Why, for operators.
        reason: &'static str,
        /// How long the job waits.
        pause: Duration,
    },
    /// The job was canceled or claimed by another worker. Nothing was committed.
    #[error("the lease was lost")]
    LeaseLost,
}

impl Failure {
    /// Creates a transient failure.
    pub fn retry(cause: impl Into<Cause>) -> Self {
        Self::Retry(cause.into())
    }

    /// Creates a permanent failure.
    pub fn fail(cause: impl Into<Cause>) -> Self {
        Self::Fail(cause.into())
    }
}

impl From<db::Error> for Failure {
    fn from(error: db::Error) -> Self {
        Self::retry(error)
    }
}

/// Returns the message of an error and of each cause, the outermost first. A cause whose message ends the previous one
/// is left out.
pub(crate) fn error_chain(error: &(dyn Error + 'static)) -> Vec<String> {
    let mut chain = vec![error.to_string()];
    for cause in std::iter::successors(error.source(), |&cause| cause.source()) {
        let message = cause.to_string();
        if !chain.last().is_some_and(|text| text.ends_with(&message)) {
            chain.push(message);
        }
    }
    chain
}

/// One attempt at a job of type `J`.
#[derive(Debug)]
pub struct JobRun<J> {
    /// The job's id.
    pub id: JobId,
    /// The job's payload.
    pub job: J,
    /// The tenant that the job belongs to.
    pub tenant: TenantId,
    /// The attempt's number, from 1.
    pub attempt: i16,
    /// The job's maximum number of attempts.
    pub max_attempts: i16,
    /// The request that enqueued the job.
    pub request_id: Option<String>,
    token: Uuid,
    database: Database,
}

impl<J> JobRun<J> {
    pub(crate) fn new(job: J, row: JobRow, token: Uuid, database: Database) -> Self {
        let JobRow { id, tenant, attempt, max_attempts, request_id, .. } = row;
        Self { id, job, tenant, attempt, max_attempts, request_id, token, database }
    }

    /// Returns the database of the job's tenant.
    #[must_use]
    pub fn tenant_db(&self) -> TenantDb {
        self.database.tenant(self.tenant)
    }

    /// Returns whether a failure of this attempt makes the job dead.
    #[must_use]
    pub const fn is_last_attempt(&self) -> bool {
        self.attempt >= self.max_attempts
    }

    /// Commits the transaction's writes together with the job's end.
    ///
    /// # Errors
    /// [`Failure::LeaseLost`] when the job no longer belongs to this attempt; [`Failure::Retry`] when the database
    /// fails.
    pub async fn complete(&self, mut tx: TenantTx) -> Outcome {
        if !store::finish(&mut tx, self.id, self.token).await? {
            tx.rollback().await?;
            return Err(Failure::LeaseLost);
        }
        tx.commit().await?;
        Ok(Done(Effect::Committed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the object store is unavailable")]
    struct Unavailable(#[source] std::io::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("unknown: {0}")]
    struct Unknown(#[source] Unavailable);

    #[test]
    fn failure_describes_chain_of_causes() {
        let Failure::Retry(cause) = Failure::retry(Unavailable(std::io::Error::other("connection refused"))) else {
            panic!("a retry");
        };
        assert_eq!(error_chain(cause.as_ref()), ["the object store is unavailable", "connection refused"]);
        let repeated = Unknown(Unavailable(std::io::Error::other("connection refused")));
        assert_eq!(error_chain(&repeated), ["unknown: the object store is unavailable", "connection refused"]);
        let Failure::Fail(cause) = Failure::fail("never") else { panic!("a failure") };
        assert_eq!(error_chain(cause.as_ref()), ["never"]);
    }
}
