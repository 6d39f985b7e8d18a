//! What is due by the clock. The database knows: each tenant has one unfinished job of a kind, made when there is none.

use std::time::Duration;

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use db::{Database, TenantTx};
use domain::number::korean_day;
use queue::{NewJob, Queue};
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

/// How often it is looked whether a tenant lacks its next jobs.
const LOOK_EVERY: Duration = Duration::from_mins(1);
/// How often orders that are not settled are looked for.
const SWEEP_ORDERS: TimeDelta = TimeDelta::minutes(5);
/// Korea's midnight in UTC is 15:00 of the day before; half an hour later the provider's day is complete.
const COMPARE_DAY: TimeDelta = TimeDelta::minutes(15 * 60 + 30);
/// An hour and a half after Korea's midnight: released results of the day before are compared while few photos come in.
const COMPARE_EXPERTS: TimeDelta = TimeDelta::minutes(16 * 60 + 30);
/// Nine in the morning in Korea: what is paid out on a day is listed by then.
const COMPARE_SETTLEMENTS: TimeDelta = TimeDelta::zero();

/// Makes due jobs until `stop`. Any number of workers may do so: the unique key lets one job be made.
pub async fn run(database: Database, clock: SharedClock, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(LOOK_EVERY);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = make(&database, clock.now()).await {
            tracing::warn!(%error, "regular jobs were not scheduled");
        }
    }
}

async fn make(database: &Database, now: DateTime<Utc>) -> db::Result<()> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    for tenant in tenants {
        let mut tx = database.tenant(tenant.id).begin().await?;
        let hour = next(now, TimeDelta::hours(1), TimeDelta::zero());
        let id = tenant.id.get();
        enqueue(&mut tx, NewJob::new(Queue::Maintenance, "sweep", id).unique("sweep").at(hour)).await?;
        let drafts = NewJob::new(Queue::Payments, "expire_drafts", id).unique("expire_drafts");
        enqueue(&mut tx, drafts.at(hour)).await?;
        let orders = NewJob::new(Queue::Payments, "sweep_orders", id).unique("sweep_orders");
        enqueue(&mut tx, orders.at(next(now, SWEEP_ORDERS, TimeDelta::zero()))).await?;
        enqueue(&mut tx, of_day("compare_day", next(now, TimeDelta::days(1), COMPARE_DAY), 1)).await?;
        let experts = NewJob {
            queue: Queue::Maintenance,
            ..of_day("compare_experts", next(now, TimeDelta::days(1), COMPARE_EXPERTS), 1)
        };
        enqueue(&mut tx, experts).await?;
        let settled = of_day("compare_settlements", next(now, TimeDelta::days(1), COMPARE_SETTLEMENTS), 0);
        enqueue(&mut tx, settled).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// A job at a moment about the Korean day so many days before it. A provider may be away for the night.
fn of_day(kind: &'static str, at: DateTime<Utc>, before: i64) -> NewJob {
    let day = korean_day(at) - TimeDelta::days(before);
    let job = NewJob { max_attempts: 20, ..NewJob::new(Queue::Payments, kind, day.num_days_from_ce().into()) };
    job.unique(format!("{kind}:{day}")).at(at)
}

async fn enqueue(tx: &mut TenantTx, job: NewJob) -> db::Result<()> {
    queue::enqueue(tx, &job).await.map(drop)
}

/// The next moment that lies `offset` after a whole number of periods.
fn next(now: DateTime<Utc>, period: TimeDelta, offset: TimeDelta) -> DateTime<Utc> {
    let (period, offset) = (period.num_seconds(), offset.num_seconds());
    now + TimeDelta::seconds(period - (now.timestamp() - offset).rem_euclid(period))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("a time")
    }

    #[test]
    fn the_next_hour_is_full_and_ahead() {
        let hour = |now| next(at(now), TimeDelta::hours(1), TimeDelta::zero());
        assert_eq!(hour(1_760_000_400).timestamp() % 3_600, 0);
        assert_eq!(hour(7_200), at(10_800));
        assert_eq!(hour(10_799), at(10_800));
    }

    #[test]
    fn a_day_is_compared_when_it_is_over_in_korea() {
        // 2025-10-09 08:53:20 UTC
        let run = next(at(1_760_000_000), TimeDelta::days(1), COMPARE_DAY);
        assert_eq!(run.to_rfc3339(), "2025-10-09T15:30:00+00:00");
        let job = of_day("compare_day", run, 1);
        assert_eq!(job.unique_key.as_deref(), Some("compare_day:2025-10-09"));
        let day = chrono::NaiveDate::from_ymd_opt(2025, 10, 9).expect("a day");
        assert_eq!(job.ref_id, i64::from(day.num_days_from_ce()));
        let run = next(at(1_760_000_000), TimeDelta::days(1), COMPARE_SETTLEMENTS);
        let job = of_day("compare_settlements", run, 0);
        assert_eq!(
            (run.to_rfc3339().as_str(), job.unique_key.as_deref()),
            ("2025-10-10T00:00:00+00:00", Some("compare_settlements:2025-10-10"))
        );
    }
}
