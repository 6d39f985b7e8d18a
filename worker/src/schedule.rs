//! Enqueues the regular jobs and the deliveries of new notifications. Database constraints prevent duplicates: a tenant
//! has one unfinished job per unique key, and a notification has one delivery.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::Database;
use domain::Tenant;
use queue::Schedule;
use runtime::{SharedClock, logging};
use tokio_util::sync::CancellationToken;

use crate::{announce_terms, deliver_notification};

/// How often missing jobs are enqueued.
const SCHEDULE_INTERVAL: Duration = Duration::from_mins(1);

/// Runs until `stop`. Any number of workers may do so, because the unique key allows only one job.
pub async fn run(database: Database, clock: SharedClock, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SCHEDULE_INTERVAL);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = enqueue_due(&database, clock.now()).await {
            tracing::warn!(error = format!("{error:#}"), "regular jobs were not enqueued");
        }
    }
}

/// Enqueues the jobs of every tenant. A tenant's failure is logged and does not keep the other tenants' jobs from being
/// enqueued.
async fn enqueue_due(database: &Database, now: DateTime<Utc>) -> anyhow::Result<()> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    let mut failed = 0;
    for tenant in tenants {
        if let Err(error) = enqueue_of_tenant(database, &tenant, now).await {
            failed += 1;
            let error = logging::chain(&error);
            tracing::error!(tenant = %tenant.id, error, "a tenant's regular jobs were not enqueued");
        }
    }
    anyhow::ensure!(failed == 0, "{failed} tenants were left out");
    Ok(())
}

async fn enqueue_of_tenant(database: &Database, tenant: &Tenant, now: DateTime<Utc>) -> db::Result<()> {
    let mut tx = database.tenant(tenant.id).begin().await?;
    announce_terms::notify_due(&mut tx, now).await?;
    deliver_notification::enqueue_due(&mut tx, now).await?;
    for schedule in Schedule::ALL {
        if schedule.serves(tenant.kind) {
            schedule.enqueue_next(&mut tx, now).await?;
        }
    }
    tx.commit().await
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
        let regular = [
            "check_access_log",
            "compare_day",
            "compare_experts",
            "compare_settlements",
            "expire_drafts",
            "sweep",
            "sweep_orders",
        ];
        assert_eq!(kinds, regular.map(|kind| (kind, 2)));
    }

    #[tokio::test]
    async fn failing_tenant_keeps_no_other_waiting() {
        let database = Database::create().await;
        let failing = format!(
            "create function fail() returns trigger language plpgsql as $$ begin raise 'no more jobs'; end $$;
             create trigger fail before insert on jobs for each row when (new.tenant_id = {}) execute function fail()",
            database.first.id
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(failing)).execute(&mut database.superuser().await).await.expect("a trigger");
        let error = enqueue_due(&database.db, factory::now()).await.expect_err("a tenant failed");
        assert_eq!(error.to_string(), "1 tenants were left out");
        let tenants: Vec<i64> = sqlx::query_scalar("select distinct tenant_id from jobs")
            .fetch_all(&mut database.superuser().await)
            .await
            .expect("the tenants");
        assert_eq!(tenants, [database.second.id.get()]);
    }
}
