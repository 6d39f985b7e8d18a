//! What a job's work looks like to the queue.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use db::{Database, TenantDb, TenantTx};
use futures::future::BoxFuture;
use uuid::Uuid;

use crate::settings::Queue;
use crate::store::{self, Job};

/// The work of one kind of job. It may run more than once for one job, so it must find out what is already done.
pub trait Handler: Send + Sync + 'static {
    /// Does it. Effects are kept by [`JobRun::complete`], together with the job's end; a run without any ends with
    /// [`Done::nothing`].
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome>;

    /// What is left to be told when the job is given up, in the transaction that gives it up.
    fn dead<'a>(&'a self, job: &'a Job, tx: &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> {
        let _ = (job, tx);
        Box::pin(async { Ok(()) })
    }
}

/// How a run ended.
pub type Outcome = Result<Done, Failure>;

/// A run that did what was to be done.
#[derive(Debug)]
pub struct Done(pub(crate) Kept);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Effect and end are committed.
    Committed,
    /// There was no effect; the queue ends the job.
    Nothing,
}

impl Done {
    /// The run had nothing to keep: it was all done before, or there is nothing in the database to change.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(Kept::Nothing)
    }
}

/// A run that did not do what was to be done. Texts never hold personal data: they are kept and shown.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may work later.
    #[error("{0}")]
    Retry(String),
    /// It will never work.
    #[error("{0}")]
    Fail(String),
    /// The job was canceled or taken by another worker; nothing was kept.
    #[error("the lease is gone")]
    LeaseLost,
}

impl Failure {
    /// A failure that may pass.
    pub fn retry(error: impl std::fmt::Display) -> Self {
        Self::Retry(error.to_string())
    }

    /// A failure that stays.
    pub fn fail(code: impl std::fmt::Display) -> Self {
        Self::Fail(code.to_string())
    }
}

impl From<db::Error> for Failure {
    fn from(error: db::Error) -> Self {
        Self::retry(error)
    }
}

/// One attempt at a job.
#[derive(Debug)]
pub struct JobRun {
    /// What is to be done.
    pub job: Job,
    pub(crate) token: Uuid,
    pub(crate) database: Database,
}

impl JobRun {
    /// The rows of the job's tenant.
    #[must_use]
    pub fn tenant_db(&self) -> TenantDb {
        self.database.tenant(self.job.tenant)
    }

    /// Keeps what the transaction wrote and ends the job, both or neither.
    ///
    /// # Errors
    /// [`Failure::LeaseLost`] when the job is no longer this run's; [`Failure::Retry`] when the database fails.
    pub async fn complete(&self, mut tx: TenantTx) -> Outcome {
        if !store::finish(&mut tx, self.job.id, self.token).await? {
            tx.rollback().await?;
            return Err(Failure::LeaseLost);
        }
        tx.commit().await?;
        Ok(Done(Kept::Committed))
    }
}

/// A registered handler.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) limit: Duration,
}

/// Which handler does which kind of job.
#[derive(Clone, Default)]
pub struct Registry {
    entries: HashMap<(Queue, &'static str), Entry>,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.entries.keys()).finish()
    }
}

impl Registry {
    /// Nothing registered yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `handler` do the jobs of this kind, each attempt within `limit`.
    #[must_use]
    pub fn with(mut self, queue: Queue, kind: &'static str, limit: Duration, handler: impl Handler) -> Self {
        self.entries.insert((queue, kind), Entry { handler: Arc::new(handler), limit });
        self
    }

    pub(crate) fn find(&self, job: &Job) -> Option<&Entry> {
        let queue = Queue::from_name(&job.queue)?;
        self.entries.iter().find(|((q, kind), _)| *q == queue && *kind == job.kind).map(|(_, entry)| entry)
    }
}
