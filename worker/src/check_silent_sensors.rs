//! Job `check_silent_sensors`: marks the sensors of one tenant that sent nothing for a day or are due to be replaced.

use std::sync::Arc;

use db::hotel::sensors;
use domain::calendar::korean_day;
use queue::jobs::CheckSilentSensors;
use queue::{JobRun, Outcome};

use crate::sweep::SweepContext;

/// Runs the job.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<CheckSilentSensors>) -> Outcome {
    let now = context.clock.now();
    let mut tx = run.tenant_db().begin().await?;
    let marked = sensors::mark_silent(&mut tx, now, korean_day(now)).await?;
    if marked > 0 {
        tracing::info!(marked, "sensors need a check");
    }
    run.complete(tx).await
}
