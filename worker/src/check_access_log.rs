//! Job `check_access_log`: checks the hash chain of one tenant's access log, over the month up to a day in Korea. Nobody
//! else looks at rows between the reviews, and the sweep checks a month only before it deletes it, after two years.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use db::{TenantDb, access_log};
use domain::calendar::korean_time;
use queue::jobs::CheckAccessLog;
use queue::{Done, JobRun, Outcome};

use crate::sweep::SweepContext;

/// The checked days. Each night reads the rows of a month, however long the log is.
const CHECKED_DAYS: i64 = 31;

/// Runs the job. A broken chain is reported and does not fail the job: another attempt would find the same.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(_context: Arc<SweepContext>, run: JobRun<CheckAccessLog>) -> Outcome {
    if let Some(seq) = find_broken(&run.tenant_db(), run.job.day).await? {
        metrics::counter!(crate::metrics::ACCESS_LOG_BROKEN.name).increment(1);
        tracing::error!(tenant = %run.tenant, seq, "the access log was tampered with");
    }
    Ok(Done::without_effect())
}

/// Finds the first broken row of the days up to `last`, if any. Each statement reads the rows of one day and holds its
/// connection only that long.
async fn find_broken(tenant: &TenantDb, last: NaiveDate) -> db::Result<Option<i64>> {
    for days_ago in (0..CHECKED_DAYS).rev() {
        let start = korean_time(last - TimeDelta::days(days_ago), NaiveTime::MIN);
        let mut conn = tenant.acquire().await?;
        let broken = access_log::find_broken(&mut conn, start..start + TimeDelta::days(1)).await?;
        if broken.is_some() {
            return Ok(broken);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use db::access_log::{Action, Entry};
    use domain::calendar::korean_day;
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
        find_broken(&database.tenant(), yesterday).await.expect("a result")
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
}
