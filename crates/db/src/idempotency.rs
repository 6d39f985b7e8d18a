//! First answers of creating calls, repeated for the same key.
//!
//! [`begin`], the work and [`finish`] belong into one transaction: a second call with the same key then waits for the
//! first and repeats its answer, and if the first is undone, takes its place.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{PatientId, StaffId};

use crate::{Error, Result, TenantConn};

/// After this long an unfinished call counts as given up; its key may be begun again.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::minutes(1);

/// Who makes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Somebody signed out.
    Nobody,
    /// A patient.
    Patient(PatientId),
    /// A clinic's staff.
    Staff(StaffId),
}

impl Account {
    /// As the column holds it: staff's ids negated, so that they are nobody else's.
    const fn number(self) -> i64 {
        match self {
            Self::Nobody => 0,
            Self::Patient(id) => id.get(),
            Self::Staff(id) => -id.get(),
        }
    }
}

impl From<PatientId> for Account {
    fn from(id: PatientId) -> Self {
        Self::Patient(id)
    }
}

impl From<StaffId> for Account {
    fn from(id: StaffId) -> Self {
        Self::Staff(id)
    }
}

/// A creating call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Who makes it.
    pub account: Account,
    /// Its method and path.
    pub operation: &'a str,
    /// Its `Idempotency-Key`, 1 to 200 bytes.
    pub key: &'a str,
    /// SHA-256 of its body.
    pub request_hash: &'a [u8; 32],
}

/// How a call stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Begin {
    /// It is the first: do it, then [`finish`].
    New,
    /// It was done: answer the same.
    Repeat {
        /// The answer's status.
        status: u16,
        /// The answer's body.
        body: serde_json::Value,
    },
    /// The first is still at work, in a transaction of its own.
    InProgress,
    /// The key was used for another body.
    Mismatch,
}

/// Begins a call.
///
/// # Errors
/// Only [`Error`].
pub async fn begin(conn: &mut TenantConn, call: &Call<'_>, now: DateTime<Utc>) -> Result<Begin> {
    let begun = sqlx::query!(
        "insert into idempotency_keys as k (patient_id, operation, key, request_hash, created_at)
         values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, patient_id, operation, key) do update
         set request_hash = excluded.request_hash, created_at = excluded.created_at
         where k.status is null and k.created_at < $6",
        call.account.number(),
        call.operation,
        call.key,
        call.request_hash.as_slice(),
        now,
        now - GIVEN_UP_AFTER
    )
    .execute(conn.connection())
    .await?;
    if begun.rows_affected() == 1 {
        return Ok(Begin::New);
    }
    let first = sqlx::query!(
        "select request_hash, status, body from idempotency_keys
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3",
        call.account.number(),
        call.operation,
        call.key
    )
    .fetch_optional(conn.connection())
    .await?;
    // gone between the two statements: the first was given up at this moment
    let Some(first) = first else { return Ok(Begin::InProgress) };
    if first.request_hash != call.request_hash {
        return Ok(Begin::Mismatch);
    }
    match first.status {
        None => Ok(Begin::InProgress),
        Some(status) => Ok(Begin::Repeat {
            status: u16::try_from(status).map_err(|_| Error::Stored("idempotency_keys.status"))?,
            body: first.body.unwrap_or_default(),
        }),
    }
}

/// Keeps a call's answer.
///
/// # Errors
/// Only [`Error`].
pub async fn finish(conn: &mut TenantConn, call: &Call<'_>, status: u16, body: &serde_json::Value) -> Result<()> {
    sqlx::query!(
        "update idempotency_keys set status = $4, body = $5
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3",
        call.account.number(),
        call.operation,
        call.key,
        i16::try_from(status).unwrap_or(i16::MAX),
        body
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Forgets a call that failed, so that its key may be begun again. Only needed where the work was not in one transaction.
///
/// # Errors
/// Only [`Error`].
pub async fn delete(conn: &mut TenantConn, call: &Call<'_>) -> Result<()> {
    sqlx::query!(
        "delete from idempotency_keys
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3 and status is null",
        call.account.number(),
        call.operation,
        call.key
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
