//! Job `expire_drafts`: deletes the claims of one tenant that were not paid within a day of being entered.

use std::sync::Arc;

use chrono::TimeDelta;
use db::orders;
use queue::jobs::ExpireDrafts;
use queue::{JobRun, Outcome};

use super::PaymentContext;

/// How long a draft is kept.
const DRAFT_RETENTION: TimeDelta = TimeDelta::hours(24);

/// Runs the job.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<ExpireDrafts>) -> Outcome {
    let now = context.now();
    let mut tx = run.tenant_db().begin().await?;
    let drafts = orders::expire_drafts(&mut tx, now - DRAFT_RETENTION, now).await?;
    tracing::info!(drafts, "unpaid drafts of claims were deleted");
    run.complete(tx).await
}
