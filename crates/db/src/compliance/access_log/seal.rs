//! Deletion of the log's oldest months, after the hash of their last row was sealed.

use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use domain::calendar::{first_of_month, korean_day, korean_time};

use super::{checks, find_broken};
use crate::{Result, TenantConn, TenantTx};

/// The outcome for the oldest month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldestMonth {
    /// It is not over, or is the only month: the newest row of a log is kept, because the next row is chained to it.
    Kept,
    /// It was tampered with, as this row shows. It is kept as evidence, and [`checks`] has the row.
    Broken(i64),
    /// Its rows were sealed and deleted.
    Ended {
        /// The first day of the month, in Korea.
        month: NaiveDate,
        /// The number of rows.
        rows: u64,
    },
}

/// Seals and deletes the log's oldest month in Korea, if it ended before `before`. Call it until it deletes none.
///
/// # Errors
/// When a row is less than two years old by the database's clock, which the trigger `access_log_stays` rejects.
pub async fn close_oldest_month(tx: &mut TenantTx, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<OldestMonth> {
    let first = sqlx::query!(
        "select seq, at, previous_hash from access_log where tenant_id = current_tenant() order by seq limit 1"
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(first) = first else { return Ok(OldestMonth::Kept) };
    let month = first_of_month(korean_day(first.at));
    let end = korean_time(month.checked_add_months(Months::new(1)).unwrap_or(month), NaiveTime::MIN);
    if end > before {
        return Ok(OldestMonth::Kept);
    }
    // the writers' clocks differ, so the cut is before the first row of a later month instead of at a time
    let last = sqlx::query!(
        "select l.seq, l.hash from access_log l
         where l.tenant_id = current_tenant()
           and l.seq < (select coalesce(min(f.seq) filter (where f.at >= $1), max(f.seq)) from access_log f
                        where f.tenant_id = current_tenant())
         order by l.seq desc limit 1",
        end
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(last) = last else { return Ok(OldestMonth::Kept) };
    let next = sqlx::query_scalar!(
        r#"select min(seq) as "seq!" from access_log where tenant_id = current_tenant() and seq > $1"#,
        last.seq
    )
    .fetch_one(tx.connection())
    .await?;
    let broken = find_broken(tx, DateTime::<Utc>::UNIX_EPOCH..end).await?;
    if let Some(seq) = broken.filter(|seq| *seq <= next) {
        checks::upsert(tx, month, Some(seq)).await?;
        return Ok(OldestMonth::Broken(seq));
    }
    sqlx::query!(
        "insert into access_log_seals (month, first_seq, last_seq, previous_hash, last_hash, sealed_at)
         values ($1, $2, $3, $4, $5, $6)",
        month,
        first.seq,
        last.seq,
        first.previous_hash,
        last.hash,
        now
    )
    .execute(tx.connection())
    .await?;
    let deleted = sqlx::query!("delete from access_log where tenant_id = current_tenant() and seq <= $1", last.seq)
        .execute(tx.connection())
        .await?;
    Ok(OldestMonth::Ended { month, rows: deleted.rows_affected() })
}

/// The rows of the months that are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueMonths {
    /// The number of rows.
    pub rows: u64,
    /// The time of the oldest row.
    pub oldest: Option<DateTime<Utc>>,
    /// The broken row that prevents the deletion of a month and of those after it.
    pub broken_at: Option<i64>,
}

/// Finds the rows that [`close_oldest_month`] would delete, and counts at most `limit` of them. It hashes no rows: the
/// broken one is from [`checks`].
pub async fn find_due(conn: &mut TenantConn, before: DateTime<Utc>, limit: i64) -> Result<DueMonths> {
    let month = first_of_month(korean_day(before));
    let found = sqlx::query!(
        r#"with held as (
               select month, broken_seq from access_log_checks
               where tenant_id = current_tenant() and month < $1 and broken_seq is not null order by month limit 1
           ), due as (
               select at from access_log
               where tenant_id = current_tenant()
                     and at < least((select month::timestamp at time zone 'Asia/Seoul' from held), $2)
                     and seq < (select max(seq) from access_log where tenant_id = current_tenant())
               order by at limit $3
           )
           select count(*) as "rows!", min(at) as oldest, (select broken_seq from held) as broken_at from due"#,
        month,
        korean_time(month, NaiveTime::MIN),
        limit
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(DueMonths { rows: found.rows.cast_unsigned(), oldest: found.oldest, broken_at: found.broken_at })
}

/// Deletes the reviews from before a time, which must be at least two years ago by the database's clock.
pub async fn delete_reviews(tx: &mut TenantTx, before: DateTime<Utc>) -> Result<u64> {
    let done = sqlx::query!("delete from access_reviews where tenant_id = current_tenant() and at < $1", before)
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected())
}
