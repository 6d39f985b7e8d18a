//! Deletes the months of the access log that are over two years old. A month that was tampered with is kept and
//! reported.

use db::TenantDb;
use db::access_log::seal::{self, OldestMonth};
use domain::retention::{ACCESS_LOG_MONTHS, months_before};
use queue::Failure;
use runtime::SharedClock;

/// The number of deleted rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PurgedLog {
    /// Rows of the log.
    pub rows: u64,
    /// Monthly reviews.
    pub reviews: u64,
}

/// Seals and deletes the due months of one tenant, each in its own transaction.
///
/// # Errors
/// When the database fails.
pub async fn purge_access_log(db: &TenantDb, clock: &SharedClock) -> Result<PurgedLog, Failure> {
    let mut purged = PurgedLog::default();
    loop {
        let now = clock.now();
        let before = months_before(now, ACCESS_LOG_MONTHS);
        let mut tx = db.begin().await?;
        match seal::close_oldest_month(&mut tx, before, now).await? {
            OldestMonth::Ended { month, rows } => {
                tx.commit().await?;
                tracing::info!(%month, rows, "a month of the access log has ended");
                purged.rows += rows;
            }
            OldestMonth::Broken(seq) => {
                tx.commit().await?;
                metrics::counter!(crate::metrics::ACCESS_LOG_BROKEN.name).increment(1);
                tracing::error!(tenant = %db.tenant(), seq, "the access log was tampered with: its oldest month stays");
                return Ok(purged);
            }
            OldestMonth::Kept => {
                purged.reviews = seal::delete_reviews(&mut tx, before).await?;
                tx.commit().await?;
                return Ok(purged);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use db::access_log::{self, Action, Entry, checks};
    use domain::calendar::{first_of_month, korean_day};
    use runtime::ManualClock;
    use testing::Database;

    use super::*;

    /// Creates a log with a row on each of these days before the time of the database's clock, which is returned.
    async fn log_of(days_ago: &[i64]) -> (Database, DateTime<Utc>) {
        let database = Database::create().await;
        let now: DateTime<Utc> =
            sqlx::query_scalar("select now()").fetch_one(&mut database.superuser().await).await.expect("the time");
        let mut conn = database.tenant().acquire().await.expect("a connection");
        for days in days_ago {
            let at = now - TimeDelta::days(*days);
            access_log::insert(&mut conn, &Entry::new(Action::PatientSignIn), at).await.expect("written");
        }
        drop(conn);
        (database, now)
    }

    #[tokio::test]
    async fn old_months_end_and_the_chain_holds() {
        let (database, now) = log_of(&[900, 860, 800, 10]).await;
        let db = database.tenant();
        let clock: SharedClock = ManualClock::at(now);
        assert_eq!(purge_access_log(&db, &clock).await.expect("ended").rows, 3);
        assert_eq!(purge_access_log(&db, &clock).await.expect("ended"), PurgedLog::default(), "once");
        let mut conn = db.acquire().await.expect("a connection");
        let time = now - TimeDelta::days(1000)..now + TimeDelta::days(1);
        assert_eq!(access_log::find_broken(&mut conn, time).await.expect("a result"), None);
    }

    #[tokio::test]
    async fn broken_month_stays_and_is_recorded() {
        let (database, now) = log_of(&[900, 10]).await;
        let tampering = "set session_replication_role = replica; update access_log set request_id = 'x' where seq = 1";
        sqlx::raw_sql(tampering).execute(&mut database.superuser().await).await.expect("a superuser may");
        let (db, clock) = (database.tenant(), ManualClock::at(now) as SharedClock);
        assert_eq!(purge_access_log(&db, &clock).await.expect("kept"), PurgedLog::default());
        let month = first_of_month(korean_day(now - TimeDelta::days(900)));
        let check = checks::find(&mut db.acquire().await.expect("a connection"), month).await.expect("a result");
        assert_eq!(check.broken_at, Some(1));
    }
}
