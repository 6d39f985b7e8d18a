//! What is due by the clock. The database knows: each tenant has one unfinished sweep, made when there is none.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::Database;
use queue::{NewJob, Queue};
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

/// How often it is looked whether a tenant lacks its next sweep.
const LOOK_EVERY: Duration = Duration::from_mins(5);

/// Makes due jobs until `stop`. Any number of workers may do so: the unique key lets one job be made.
pub async fn run(database: Database, clock: SharedClock, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(LOOK_EVERY);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = make_sweeps(&database, next_hour(clock.now())).await {
            tracing::warn!(%error, "sweeps were not scheduled");
        }
    }
}

async fn make_sweeps(database: &Database, at: DateTime<Utc>) -> db::Result<()> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    for tenant in tenants {
        let mut tx = database.tenant(tenant.id).begin().await?;
        let sweep = NewJob::new(Queue::Maintenance, "sweep", tenant.id.get()).unique("sweep").at(at);
        queue::enqueue(&mut tx, &sweep).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn next_hour(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::seconds(3_600 - now.timestamp().rem_euclid(3_600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_hour_is_full_and_ahead() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).expect("a time");
        assert_eq!(next_hour(at(1_760_000_400)).timestamp() % 3_600, 0);
        assert_eq!(next_hour(at(7_200)), at(10_800));
        assert_eq!(next_hour(at(10_799)), at(10_800));
    }
}
