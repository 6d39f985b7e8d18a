//! What the checks of the hash chain found, by month. They run in jobs, because a month has too many rows for a request.

use chrono::NaiveDate;
use domain::calendar::first_of_month;

use crate::{Result, TenantConn};

/// What the checks of a month found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonthCheck {
    /// Every day from the first of the month to this one was checked, in Korea. None before the first check.
    pub checked_until: Option<NaiveDate>,
    /// The first row that a check found broken. A later check does not clear it.
    pub broken_at: Option<i64>,
}

/// Records the check of a day in Korea, and the broken row that it found.
pub async fn upsert(conn: &mut TenantConn, day: NaiveDate, broken_at: Option<i64>) -> Result<()> {
    sqlx::query!(
        "insert into access_log_checks as c (month, checked_until, broken_seq)
         values ($1, case when $2::date = $1 then $2::date end, $3)
         on conflict (tenant_id, month) do update
         set checked_until = case when $2 <= coalesce(c.checked_until + 1, $1) then greatest(c.checked_until, $2)
                                  else c.checked_until end,
             broken_seq = least(c.broken_seq, $3)",
        first_of_month(day),
        day,
        broken_at
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Returns what the checks of the month with this first day found.
pub async fn find(conn: &mut TenantConn, month: NaiveDate) -> Result<MonthCheck> {
    let found = sqlx::query_as!(
        MonthCheck,
        "select checked_until, broken_seq as broken_at from access_log_checks
         where tenant_id = current_tenant() and month = $1",
        month
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.unwrap_or_default())
}
