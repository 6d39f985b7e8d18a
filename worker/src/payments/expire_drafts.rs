//! Job `expire_drafts`: forgets the claims of one tenant that were entered and not paid for within a day.

use chrono::TimeDelta;
use db::orders;
use futures::future::BoxFuture;
use queue::{Handler, JobRun, Outcome};
use runtime::SharedClock;

/// How long a draft is kept.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// Forgets drafts.
pub struct ExpireDrafts {
    /// The present moment.
    pub clock: SharedClock,
}

impl Handler for ExpireDrafts {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let now = self.clock.now();
            let mut tx = run.tenant_db().begin().await?;
            let drafts = orders::expire_drafts(&mut tx, now - KEPT, now).await?;
            tracing::info!(drafts, "drafts of claims that nobody paid for are gone");
            run.complete(tx).await
        })
    }
}
