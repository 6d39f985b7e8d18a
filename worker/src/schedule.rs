//! Enqueues the regular jobs, and the deliveries of new notifications. The database decides: a tenant has one unfinished job of
//! a unique key, a notification has one delivery.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::{Database, TenantTx};
use domain::calendar::korean_day;
use queue::jobs::{CompareDay, CompareExperts, CompareSettlements, ExpireDrafts, Sweep, SweepOrders};
use queue::{Job, NewJob};
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

use crate::{announce_terms, deliver_notification};

/// How often missing jobs are enqueued.
const SCHEDULE_INTERVAL: Duration = Duration::from_mins(1);
/// How often unsettled orders are swept.
const SWEEP_ORDERS_INTERVAL: TimeDelta = TimeDelta::minutes(5);
/// Korea's midnight in UTC is 15:00 of the day before; half an hour later the provider's day is complete.
const COMPARE_DAY_TIME: TimeDelta = TimeDelta::minutes(15 * 60 + 30);
/// An hour and a half after Korea's midnight: released results of the day before are compared while few photos come in.
const COMPARE_EXPERTS_TIME: TimeDelta = TimeDelta::minutes(16 * 60 + 30);
/// Nine in the morning in Korea: what is paid out on a day is listed by then.
const COMPARE_SETTLEMENTS_TIME: TimeDelta = TimeDelta::zero();

/// Runs until `stop`. Any number of workers may do so: the unique key allows one job.
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
        let hour = next(now, TimeDelta::hours(1), TimeDelta::zero());
        enqueue_once(&mut tx, Sweep {}, hour).await?;
        enqueue_once(&mut tx, ExpireDrafts {}, hour).await?;
        enqueue_once(&mut tx, SweepOrders {}, next(now, SWEEP_ORDERS_INTERVAL, TimeDelta::zero())).await?;
        let at = next(now, TimeDelta::days(1), COMPARE_DAY_TIME);
        enqueue_of_day(&mut tx, CompareDay { day: day_before(at) }, at).await?;
        let at = next(now, TimeDelta::days(1), COMPARE_EXPERTS_TIME);
        enqueue_of_day(&mut tx, CompareExperts { day: day_before(at) }, at).await?;
        let at = next(now, TimeDelta::days(1), COMPARE_SETTLEMENTS_TIME);
        enqueue_of_day(&mut tx, CompareSettlements { day: korean_day(at) }, at).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The Korean day before the one of this time.
fn day_before(at: DateTime<Utc>) -> NaiveDate {
    korean_day(at) - TimeDelta::days(1)
}

/// Enqueues a job unless the tenant has an unfinished one of its kind.
async fn enqueue_once<J: Job>(tx: &mut TenantTx, job: J, at: DateTime<Utc>) -> db::Result<()> {
    queue::enqueue(tx, NewJob::new(job).with_unique_key(J::KIND).at(at)).await.map(drop)
}

/// Enqueues a job unless the tenant has an unfinished one of its kind for the day.
async fn enqueue_of_day<J: Job>(tx: &mut TenantTx, job: J, at: DateTime<Utc>) -> db::Result<()> {
    let key = format!("{}:{}", J::KIND, korean_day(at));
    queue::enqueue(tx, NewJob::new(job).with_unique_key(key).at(at)).await.map(drop)
}

/// Returns the next time that lies `offset` after a whole number of periods.
fn next(now: DateTime<Utc>, period: TimeDelta, offset: TimeDelta) -> DateTime<Utc> {
    let (period, offset) = (period.num_seconds(), offset.num_seconds());
    now + TimeDelta::seconds(period - (now.timestamp() - offset).rem_euclid(period))
}

#[cfg(test)]
mod tests {
    use testing::{Database, factory};

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("a time")
    }

    #[test]
    fn next_hour_is_full_and_later() {
        let hour = |now| next(at(now), TimeDelta::hours(1), TimeDelta::zero());
        assert_eq!(hour(1_760_000_400).timestamp() % 3_600, 0);
        assert_eq!(hour(7_200), at(10_800));
        assert_eq!(hour(10_799), at(10_800));
    }

    #[test]
    fn day_is_compared_after_its_end_in_korea() {
        // 2025-10-09 08:53:20 UTC
        let run = next(at(1_760_000_000), TimeDelta::days(1), COMPARE_DAY_TIME);
        assert_eq!(run.to_rfc3339(), "2025-10-09T15:30:00+00:00");
        assert_eq!(day_before(run).to_string(), "2025-10-09");
        let run = next(at(1_760_000_000), TimeDelta::days(1), COMPARE_SETTLEMENTS_TIME);
        assert_eq!(
            (run.to_rfc3339().as_str(), korean_day(run).to_string().as_str()),
            ("2025-10-10T00:00:00+00:00", "2025-10-10")
        );
    }

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
