//! Job `fold_reading_days`: aggregates the complete days of one tenant's readings, creates partitions for the coming
//! months, drops those that every tenant has aggregated, and compares the stocks with their ledger.

use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta};
use db::TenantDb;
use db::hotel::{readings, stock};
use domain::hotel::sensor::{READINGS_PERIOD, last_complete_day};
use queue::jobs::FoldReadingDays;
use queue::{Done, JobRun, Outcome};

use crate::sweep::SweepContext;

/// How far ahead partitions are created.
const MONTHS_AHEAD: TimeDelta = TimeDelta::days(45);

/// Runs the job. Each day has its own transaction, so that an attempt continues where the previous one stopped.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<FoldReadingDays>) -> Outcome {
    let now = context.clock.now();
    let tenant = run.tenant_db();
    let folded = fold_days(&tenant, last_complete_day(now)).await?;
    let mut conn = tenant.acquire().await?;
    readings::create_partitions(&mut conn, now, now + MONTHS_AHEAD).await?;
    let unbalanced = stock::list_unbalanced(&mut conn).await?;
    drop(conn);
    if !unbalanced.is_empty() {
        tracing::error!(stocks = ?unbalanced, "stocks differ from their ledger");
    }
    let dropped =
        readings::drop_partitions(&mut context.database.system().acquire().await?, now - READINGS_PERIOD).await?;
    tracing::info!(folded, dropped, "readings were folded into days");
    Ok(Done::without_effect())
}

/// Aggregates the days up to `last` that are not aggregated yet, and returns their number.
async fn fold_days(tenant: &TenantDb, last: NaiveDate) -> db::Result<u32> {
    let folded_to = readings::find_folded_to(&mut tenant.acquire().await?).await?;
    // without an earlier run, start at the oldest readings that are kept
    let mut day = folded_to.map_or(last - READINGS_PERIOD, |day| day + TimeDelta::days(1));
    let mut folded = 0;
    while day <= last {
        let mut tx = tenant.begin().await?;
        readings::fold_day(&mut tx, day).await?;
        readings::set_folded_to(&mut tx, day).await?;
        tx.commit().await?;
        day += TimeDelta::days(1);
        folded += 1;
    }
    Ok(folded)
}

#[cfg(test)]
mod tests {
    use testing::{Database, factory};

    use super::*;

    #[tokio::test]
    async fn days_are_folded_once_and_in_order() {
        let database = Database::create().await;
        let tenant = database.tenant();
        let last = last_complete_day(factory::now());
        assert_eq!(fold_days(&tenant, last).await.expect("folded"), 32, "the period of single readings");
        assert_eq!(fold_days(&tenant, last).await.expect("folded"), 0);
        assert_eq!(fold_days(&tenant, last + TimeDelta::days(2)).await.expect("folded"), 2);
        let folded_to = readings::find_folded_to(&mut tenant.acquire().await.expect("a connection")).await;
        assert_eq!(folded_to.expect("a result"), Some(last + TimeDelta::days(2)));
    }
}
