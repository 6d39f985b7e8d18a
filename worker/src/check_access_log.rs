//! Job `check_access_log`: checks the hash chain of one tenant's access log, over the month up to a day in Korea, and
//! records what it finds. Nobody else looks at rows between the reviews, and the sweep checks a month only before it
//! deletes it, after two years.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use db::TenantDb;
use db::access_log::{self, checks};
use domain::calendar::korean_time;
use queue::jobs::CheckAccessLog;
use queue::{Done, JobRun, Outcome};

/// The checked days. Each night reads the rows of a month, however long the log is.
const CHECKED_DAYS: i64 = 31;

/// Runs the job. A broken chain is reported and does not fail the job: another attempt would find the same.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(_context: Arc<()>, run: JobRun<CheckAccessLog>) -> Outcome {
    if let Some(seq) = check_days(&run.tenant_db(), run.job.day).await? {
        metrics::counter!(crate::metrics::ACCESS_LOG_BROKEN.name).increment(1);
        tracing::error!(tenant = %run.tenant, seq, "the access log was tampered with");
    }
    Ok(Done::without_effect())
}

/// Checks the days up to `last`, records the result of each, and returns the first broken row, if any. Each statement
/// reads the rows of one day, and a connection is held only that long.
async fn check_days(tenant: &TenantDb, last: NaiveDate) -> db::Result<Option<i64>> {
    let mut first_broken = None;
    for days_ago in (0..CHECKED_DAYS).rev() {
        let day = last - TimeDelta::days(days_ago);
        let start = korean_time(day, NaiveTime::MIN);
        let mut conn = tenant.acquire().await?;
        let broken = access_log::find_broken(&mut conn, start..start + TimeDelta::days(1)).await?;
        checks::upsert(&mut conn, day, broken).await?;
        first_broken = first_broken.or(broken);
    }
    Ok(first_broken)
}

#[cfg(test)]
mod tests {
    use db::access_log::checks::MonthCheck;
    use db::access_log::{Action, Entry};
    use domain::calendar::{first_of_month, korean_day};
    use sqlx::AssertSqlSafe;
    use testing::{Database, factory};

    use super::*;

    /// Creates a log with a row on each of these days before now.
    async fn log_of(days_ago: &[i64]) -> Database {
        let database = Database::create().await;
        let mut conn = database.tenant().acquire().await.expect("a connection");
        for days in days_ago {
            let at = factory::now() - TimeDelta::days(*days);
            access_log::insert(&mut conn, &Entry::new(Action::PatientSignIn), at).await.expect("written");
        }
        drop(conn);
        database
    }

    /// Runs a statement with the triggers switched off, as only a superuser can.
    async fn tamper(database: &Database, statement: &str) {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering))
            .execute(&mut database.superuser().await)
            .await
            .expect("a superuser may");
    }

    async fn check(database: &Database) -> Option<i64> {
        let yesterday = korean_day(factory::now()) - TimeDelta::days(1);
        check_days(&database.tenant(), yesterday).await.expect("a result")
    }

    #[tokio::test]
    async fn changed_row_of_the_month_is_found() {
        let database = log_of(&[60, 31, 20, 2, 1, 0]).await;
        assert_eq!(check(&database).await, None);
        tamper(&database, "update access_log set at = at - interval '1 second' where seq = 4").await;
        assert_eq!(check(&database).await, Some(4));
    }

    #[tokio::test]
    async fn removed_row_of_the_month_is_found() {
        let database = log_of(&[20, 2, 0]).await;
        tamper(&database, "delete from access_log where seq = 2").await;
        assert_eq!(check(&database).await, Some(3));
    }

    #[tokio::test]
    async fn rows_before_the_month_are_not_read() {
        let database = log_of(&[60, 50, 20]).await;
        tamper(&database, "update access_log set request_id = 'other' where seq = 2").await;
        assert_eq!(check(&database).await, None);
    }

    /// The clock of the tests is 9 October in Korea.
    #[tokio::test]
    async fn check_records_each_months_result() {
        let database = log_of(&[20, 2, 0]).await;
        tamper(&database, "update access_log set request_id = 'other' where seq = 1").await;
        let find = async |day: NaiveDate| {
            let mut conn = database.tenant().acquire().await.expect("a connection");
            checks::find(&mut conn, first_of_month(day)).await.expect("a result")
        };
        let today = korean_day(factory::now());
        let last_month = first_of_month(today) - TimeDelta::days(1);
        assert_eq!(find(today).await, MonthCheck::default(), "nothing was checked");
        assert_eq!(check(&database).await, Some(1));
        let intact = MonthCheck { checked_until: Some(today - TimeDelta::days(1)), broken_at: None };
        assert_eq!(find(today).await, intact, "from the first day to yesterday");
        // its first days are older than the checked ones
        assert_eq!(find(last_month).await, MonthCheck { checked_until: None, broken_at: Some(1) });

        tamper(&database, "update access_log set request_id = null where seq = 1").await;
        assert_eq!(check(&database).await, None);
        assert_eq!(find(last_month).await.broken_at, Some(1), "a finding stays");
    }
}
