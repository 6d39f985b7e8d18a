//! One attempt at a job, and how it can end.

use std::error::Error;

use db::{Database, TenantDb, TenantTx};
use domain::{JobId, TenantId};
use uuid::Uuid;

use crate::store::{self, JobRow};

/// How an attempt ended.
pub type Outcome = Result<Done, Failure>;

/// An attempt that succeeded.
#[derive(Debug)]
pub struct Done(pub(crate) Effect);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The effect and the job's end are committed.
    Committed,
    /// There was no effect; the queue records the end.
    None,
}

impl Done {
    /// There was nothing to write: all of it had been done before, or there is nothing in the database to change.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(Effect::None)
    }
}

/// The cause of a failure.
pub type Cause = Box<dyn Error + Send + Sync>;

/// An attempt that failed. The causes are recorded and shown to operators, so they never hold personal data.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may succeed later.
    #[error("the attempt failed")]
    Retry(#[source] Cause),
    /// It will never succeed.
    #[error("the job failed")]
    Fail(#[source] Cause),
    /// This worker is older than the job. It is queued again for a newer one, and the attempt does not count.
    #[error("the job needs a newer worker: {0}")]
    Unsupported(String),
    /// The job was canceled or taken by another worker; nothing was written.
    #[error("the lease was lost")]
    LeaseLost,
}

impl Failure {
    /// A failure that may pass.
    pub fn retry(cause: impl Into<Cause>) -> Self {
        Self::Retry(cause.into())
    }

    /// A failure that stays.
    pub fn fail(cause: impl Into<Cause>) -> Self {
        Self::Fail(cause.into())
    }
}

impl From<db::Error> for Failure {
    fn from(error: db::Error) -> Self {
        Self::retry(error)
    }
}

/// Returns the message of an error and of each cause, the outermost first. A cause that the messages before it already end
/// with is left out.
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
    /// Which job it is.
    pub id: JobId,
    /// What is to be done.
    pub job: J,
    /// Whose rows it is about.
    pub tenant: TenantId,
    /// Which attempt this is, from 1.
    pub attempt: i16,
    /// How many attempts the job has.
    pub max_attempts: i16,
    /// The request that asked for the job.
    pub request_id: Option<String>,
    token: Uuid,
    database: Database,
}

impl<J> JobRun<J> {
    pub(crate) fn new(job: J, row: JobRow, token: Uuid, database: Database) -> Self {
        let JobRow { id, tenant, attempt, max_attempts, request_id, .. } = row;
        Self { id, job, tenant, attempt, max_attempts, request_id, token, database }
    }

    /// The rows of the job's tenant.
    #[must_use]
    pub fn tenant_db(&self) -> TenantDb {
        self.database.tenant(self.tenant)
    }

    /// Whether no further attempt follows a failure of this one.
    #[must_use]
    pub const fn is_last_attempt(&self) -> bool {
        self.attempt >= self.max_attempts
    }

    /// Commits what the transaction wrote together with the job's end, both or neither.
    ///
    /// # Errors
    /// [`Failure::LeaseLost`] when the job no longer belongs to this run; [`Failure::Retry`] when the database fails.
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
