//! The runs of the retention rules, and what each erased.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::operator::Reason;
use domain::{LoginUserId, RetentionRunId};
use sqlx::types::Json;

use super::Class;
use crate::{Result, TenantConn};

/// The number of erased rows of each class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErasedRows(BTreeMap<Class, u64>);

impl ErasedRows {
    /// Adds rows of a class.
    pub fn add(&mut self, class: Class, rows: u64) {
        if rows > 0 {
            *self.0.entry(class).or_default() += rows;
        }
    }

    /// Returns whether nothing was erased.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn to_json(&self) -> BTreeMap<&'static str, u64> {
        self.0.iter().map(|(class, rows)| (class.as_str(), *rows)).collect()
    }
}

impl std::fmt::Display for ErasedRows {
    /// Formats the classes with their numbers, for logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(class, rows)| (class.as_str(), rows))).finish()
    }
}

/// Inserts a run that an operator requests.
pub async fn insert_requested(
    conn: &mut TenantConn,
    operator: &LoginUserId,
    reason: &Reason,
    now: DateTime<Utc>,
) -> Result<RetentionRunId> {
    let id = sqlx::query_scalar!(
        "insert into retention_runs (asked_by, reason, started_at) values ($1, $2, $3) returning id",
        operator.as_str(),
        reason.as_str(),
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(RetentionRunId::new(id))
}

/// Returns whether a run that an operator requested after `since` has not finished.
pub async fn is_requested(conn: &mut TenantConn, since: DateTime<Utc>) -> Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from retention_runs
                         where tenant_id = current_tenant() and asked_by is not null and finished_at is null
                               and started_at > $1) as "exists!""#,
        since
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(exists)
}

/// Adds the rows that an attempt at an operator's run erased. `finished_at` is none when the attempt failed.
pub async fn add_erased(
    conn: &mut TenantConn,
    run: RetentionRunId,
    erased: &ErasedRows,
    finished_at: Option<DateTime<Utc>>,
) -> Result<()> {
    sqlx::query!(
        "update retention_runs
         set finished_at = $3,
             erased = (select coalesce(jsonb_object_agg(key, rows), '{}')
                       from (select key, sum(value::bigint) as rows
                             from (select * from jsonb_each_text(erased) union all select * from jsonb_each_text($2)) each
                             group by key) sums)
         where id = $1",
        run.get(),
        Json(erased.to_json()) as _,
        finished_at
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Inserts a regular run that erased rows. `finished_at` is none when the run failed.
pub async fn insert_regular(
    conn: &mut TenantConn,
    erased: &ErasedRows,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
) -> Result<()> {
    sqlx::query!(
        "insert into retention_runs (started_at, finished_at, erased) values ($1, $2, $3)",
        started_at,
        finished_at,
        Json(erased.to_json()) as _
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// A run.
#[derive(Clone, Debug)]
pub struct RetentionRun {
    /// Its id.
    pub id: RetentionRunId,
    /// The sign-in name of the operator who requested it. None for a regular run.
    pub requested_by: Option<String>,
    /// The reason that the operator gave.
    pub reason: Option<String>,
    /// When it was requested, or when it started.
    pub started_at: DateTime<Utc>,
    /// When it had erased all due rows.
    pub finished_at: Option<DateTime<Utc>>,
    /// The number of erased rows of each class.
    pub erased: BTreeMap<String, u64>,
}

/// Lists the newest runs of a tenant, at most `limit`.
pub async fn list(conn: &mut TenantConn, limit: i64) -> Result<Vec<RetentionRun>> {
    let rows = sqlx::query!(
        r#"select id, asked_by, reason, started_at, finished_at, erased as "erased: Json<BTreeMap<String, u64>>"
           from retention_runs where tenant_id = current_tenant() order by started_at desc, id desc limit $1"#,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    let runs = rows.into_iter().map(|row| RetentionRun {
        id: RetentionRunId::new(row.id),
        requested_by: row.asked_by,
        reason: row.reason,
        started_at: row.started_at,
        finished_at: row.finished_at,
        erased: row.erased.0,
    });
    Ok(runs.collect())
}
