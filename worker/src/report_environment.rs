//! Job `report_environment`: writes the environmental reports of one tenant's hotels for a past month, once.

use std::sync::Arc;

use db::hotel::environment;
use queue::jobs::ReportEnvironment;
use queue::{Done, JobRun, Outcome};

use crate::sweep::SweepContext;

/// Runs the job.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<ReportEnvironment>) -> Outcome {
    let month = run.job.month;
    let mut tx = run.tenant_db().begin().await?;
    if environment::is_reported(&mut tx, month).await? {
        return Ok(Done::without_effect());
    }
    let hotels = environment::report(&mut tx, month, context.clock.now()).await?;
    tracing::info!(%month, hotels, "the environmental reports were written");
    run.complete(tx).await
}
