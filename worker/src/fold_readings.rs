//! Job `fold_readings`: folds a batch of readings into the states of sensors, dispensers and rooms.

use std::sync::Arc;

use db::hotel::readings;
use domain::calendar::korean_day;
use queue::jobs::FoldReadings;
use queue::{JobRun, Outcome};

use crate::sweep::SweepContext;

/// Runs the job. A batch that is gone was folded before.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<FoldReadings>) -> Outcome {
    let now = context.clock.now();
    let mut tx = run.tenant_db().begin().await?;
    readings::fold(&mut tx, run.job.batch_id, now, korean_day(now)).await?;
    run.complete(tx).await
}
