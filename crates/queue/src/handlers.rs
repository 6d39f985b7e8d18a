//! The registry of job handlers by kind.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use db::{Database, TenantTx};
use futures::future::BoxFuture;
use uuid::Uuid;

use crate::job::Job;
use crate::job_run::{Failure, JobRun, Outcome};
use crate::payload;
use crate::settings::Queue;
use crate::store::JobRow;

/// Called when a job becomes dead, in the transaction that marks it, or after it was canceled, to notify the person who
/// waits for it.
pub type OnDead<C, J> = for<'a> fn(&'a C, &'a DeadJob<J>, &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>>;

/// A job that has no attempts left, can never succeed, or was canceled.
#[derive(Debug)]
pub struct DeadJob<J> {
    /// Its id.
    pub id: domain::JobId,
    /// The job's payload.
    pub job: J,
}

type RunHandler = dyn Fn(Database, JobRow, Uuid) -> BoxFuture<'static, Outcome> + Send + Sync;
type DeadHandler = dyn for<'a> Fn(&'a JobRow, &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> + Send + Sync;

/// A registered handler with its types erased.
#[derive(Clone)]
pub(crate) struct Handler {
    pub(crate) run: Arc<RunHandler>,
    pub(crate) on_dead: Option<Arc<DeadHandler>>,
    pub(crate) timeout: Duration,
}

/// A kind without a handler.
#[derive(Debug, thiserror::Error)]
#[error("no handler for jobs of kind {0}")]
pub struct MissingHandler(&'static str);

/// The handlers of a worker, by kind.
#[derive(Clone, Default)]
pub struct JobHandlers(HashMap<(Queue, &'static str), Handler>);

impl std::fmt::Debug for JobHandlers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl JobHandlers {
    /// Creates an empty registry.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers `run` for the jobs of type `J`. It receives `context` and the job.
    ///
    /// A job may run more than once, so `run` must first check which of its effects exist already.
    #[must_use]
    pub fn handle<C, J, F>(mut self, context: &Arc<C>, run: fn(Arc<C>, JobRun<J>) -> F) -> Self
    where
        C: Send + Sync + 'static,
        J: Job,
        F: Future<Output = Outcome> + Send + 'static,
    {
        let context = Arc::clone(context);
        let run = move |database, row: JobRow, token| -> BoxFuture<'static, Outcome> {
            match payload::parse::<J>(&row) {
                Ok(job) => Box::pin(run(Arc::clone(&context), JobRun::new(job, row, token, database))),
                Err(failure) => Box::pin(std::future::ready(Err(failure))),
            }
        };
        let handler = Handler { run: Arc::new(run), on_dead: None, timeout: J::TIMEOUT };
        self.0.insert((J::QUEUE, J::KIND), handler);
        self
    }

    /// Registers `run` like [`Self::handle`], and `on_dead` for dead jobs.
    #[must_use]
    pub fn handle_with_on_dead<C, J, F>(
        self,
        context: &Arc<C>,
        run: fn(Arc<C>, JobRun<J>) -> F,
        on_dead: OnDead<C, J>,
    ) -> Self
    where
        C: Send + Sync + 'static,
        J: Job,
        F: Future<Output = Outcome> + Send + 'static,
    {
        let mut handlers = self.handle(context, run);
        let context = Arc::clone(context);
        let call = dead_handler(move |row, tx| {
            let context = Arc::clone(&context);
            match payload::parse::<J>(row) {
                Ok(job) => {
                    let dead = DeadJob { id: row.id, job };
                    Box::pin(async move { on_dead(&context, &dead, tx).await })
                }
                // the reason is recorded already, since it is why the job is dead
                Err(_) => Box::pin(std::future::ready(Ok(()))),
            }
        });
        if let Some(handler) = handlers.0.get_mut(&(J::QUEUE, J::KIND)) {
            handler.on_dead = Some(call);
        }
        handlers
    }

    /// Checks that every one of `kinds` has a handler. Call it at start-up.
    ///
    /// # Errors
    /// [`MissingHandler`] for the first kind without a handler.
    pub fn require(self, kinds: &[&'static str]) -> Result<Self, MissingHandler> {
        let is_missing = |kind: &&&str| !self.0.keys().any(|(_, handled)| handled == *kind);
        match kinds.iter().find(is_missing) {
            Some(kind) => Err(MissingHandler(kind)),
            None => Ok(self),
        }
    }

    /// Returns the kinds that have a handler.
    pub(crate) fn kinds(&self) -> Vec<String> {
        self.0.keys().map(|(_, kind)| (*kind).to_owned()).collect()
    }

    pub(crate) fn find(&self, row: &JobRow) -> Result<&Handler, Failure> {
        let found = self.0.iter().find(|((queue, kind), _)| queue.as_str() == row.queue && *kind == row.kind);
        found.map(|(_, handler)| handler).ok_or_else(|| Failure::Unsupported("no handler for this kind".to_owned()))
    }
}

/// Gives a closure the higher-ranked lifetimes of [`DeadHandler`], which `Arc::new` does not infer.
fn dead_handler<F>(call: F) -> Arc<DeadHandler>
where
    F: for<'a> Fn(&'a JobRow, &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> + Send + Sync + 'static,
{
    Arc::new(call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job_run::Done;
    use crate::jobs::{self, Sweep};

    async fn sweep(_: Arc<()>, _: JobRun<Sweep>) -> Outcome {
        Ok(Done::without_effect())
    }

    #[test]
    fn require_names_kind_without_handler() {
        let handlers = || JobHandlers::new().handle(&Arc::new(()), sweep);
        assert!(handlers().require(&["sweep"]).is_ok());
        let missing = handlers().require(&jobs::KINDS).expect_err("eleven kinds are missing");
        assert_eq!(missing.to_string(), "no handler for jobs of kind read_picture");
    }
}
