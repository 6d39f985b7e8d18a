//! Enqueues the regular jobs and the deliveries of new notifications. Database constraints prevent duplicates: a tenant
//! has one unfinished job per unique key, and a notification has one delivery.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::Database;
use queue::Schedule;
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

use crate::{announce_terms, deliver_notification};

/// How often missing jobs are enqueued.
const SCHEDULE_INTERVAL: Duration = Duration::from_mins(1);

/// Runs until `stop`. Any number of workers may do so, because the unique key allows only one job.
pub async fn run(database: Database, clock: SharedClock, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SCHEDULE_INTERVAL);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = enqueue_due(&database, clock.now()).await {
            tracing::warn!(%error, "the regular jobs were not enqueued");
        }
    }
}

async fn enqueue_due(database: &Database, now: DateTime<Utc>) -> db::Result<()> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    for tenant in tenants {
        let mut tx = database.tenant(tenant.id).begin().await?;
        announce_terms::notify_due(&mut tx, now).await?;
        deliver_notification::enqueue_due(&mut tx, now).await?;
        for schedule in Schedule::ALL {
            if schedule.serves(tenant.kind) {
                schedule.enqueue_next(&mut tx, now).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use testing::{Database, factory};

    use super::*;

    #[tokio::test]
    async fn every_tenant_has_each_regular_job_once() {
        let database = Database::create().await;
        for _ in 0..2 {
            enqueue_due(&database.db, factory::now()).await.expect("enqueued");
        }
        let jobs: Vec<(String, i64)> = sqlx::query_as(
            "select kind, count(distinct tenant_id) from jobs group by kind having count(*) = 2 order by 1",
        )
        .fetch_all(&mut database.superuser().await)
        .await
        .expect("the jobs");
        let kinds: Vec<_> = jobs.iter().map(|(kind, tenants)| (kind.as_str(), *tenants)).collect();
        let regular =
            ["compare_day", "compare_experts", "compare_settlements", "expire_drafts", "sweep", "sweep_orders"];
        assert_eq!(kinds, regular.map(|kind| (kind, 2)));
    }
}
