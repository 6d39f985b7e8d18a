//! Job `fold_readings`: applies a batch of readings to the states of sensors, dispensers and rooms.

use std::sync::Arc;

use db::hotel::readings;
use domain::calendar::korean_day;
use queue::jobs::FoldReadings;
use queue::{JobRun, Outcome};

use crate::sweep::SweepContext;

/// Runs the job. A missing batch was already applied.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<FoldReadings>) -> Outcome {
    let now = context.clock.now();
    let mut tx = run.tenant_db().begin().await?;
    readings::fold(&mut tx, run.job.batch_id, now, korean_day(now)).await?;
    run.complete(tx).await
}
