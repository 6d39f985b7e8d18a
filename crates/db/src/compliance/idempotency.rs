//! Idempotency keys: a call with the same key gets the same response.
//!
//! Call [`begin`], do the work and call [`finish`] in one transaction. A second call with the same key then waits for
//! the first and repeats its response, or takes its place if the first is rolled back.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{HotelUserId, PatientId, StaffId};

use crate::{Result, TenantConn, column};

/// After this time an unfinished call counts as failed, and its key may be reused.
const UNFINISHED_CALL_TIMEOUT: TimeDelta = TimeDelta::minutes(1);

/// The account that makes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// A caller who is not signed in.
    Nobody,
    /// A patient.
    Patient(PatientId),
    /// A clinic's staff.
    Staff(StaffId),
    /// A user of a hotel tenant, which has no patients. Its operations start with `/hotel`.
    HotelUser(HotelUserId),
}

impl Account {
    /// Returns the value of the column. Ids of staff are negative to distinguish them from those of patients.
    const fn column(self) -> i64 {
        match self {
            Self::Nobody => 0,
            Self::Patient(id) => id.get(),
            Self::Staff(id) => -id.get(),
            Self::HotelUser(id) => id.get(),
        }
    }
}

impl From<PatientId> for Account {
    fn from(id: PatientId) -> Self {
        Self::Patient(id)
    }
}

impl From<HotelUserId> for Account {
    fn from(id: HotelUserId) -> Self {
        Self::HotelUser(id)
    }
}

impl From<StaffId> for Account {
    fn from(id: StaffId) -> Self {
        Self::Staff(id)
    }
}

/// A call with an idempotency key.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The caller.
    pub account: Account,
    /// The method and the path.
    pub operation: &'a str,
    /// The `Idempotency-Key`, 1 to 200 bytes.
    pub key: &'a str,
    /// SHA-256 of the body.
    pub request_hash: &'a [u8; 32],
}

/// The state of a call, which determines what to do with it.
#[derive(Clone, Debug, PartialEq)]
pub enum CallState {
    /// It is the first call: do the work, then [`finish`].
    New,
    /// It is already done: repeat the response.
    Repeat {
        /// The status.
        status: u16,
        /// The body.
        body: serde_json::Value,
    },
    /// The first call is not finished.
    InProgress,
    /// The key was used with another body.
    Mismatch,
}

/// Begins a call.
pub async fn begin(conn: &mut TenantConn, call: &Call<'_>, now: DateTime<Utc>) -> Result<CallState> {
    let inserted = sqlx::query!(
        "insert into idempotency_keys as k (patient_id, operation, key, request_hash, created_at)
         values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, patient_id, operation, key) do update
         set request_hash = excluded.request_hash, created_at = excluded.created_at
         where k.status is null and k.created_at < $6",
        call.account.column(),
        call.operation,
        call.key,
        call.request_hash.as_slice(),
        now,
        now - UNFINISHED_CALL_TIMEOUT
    )
    .execute(conn.connection())
    .await?;
    if inserted.rows_affected() == 1 {
        return Ok(CallState::New);
    }
    let first = sqlx::query!(
        "select request_hash, status, body from idempotency_keys
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3",
        call.account.column(),
        call.operation,
        call.key
    )
    .fetch_optional(conn.connection())
    .await?;
    // deleted between the two statements, because the first call just failed
    let Some(first) = first else { return Ok(CallState::InProgress) };
    if first.request_hash != call.request_hash {
        return Ok(CallState::Mismatch);
    }
    match first.status {
        None => Ok(CallState::InProgress),
        Some(status) => Ok(CallState::Repeat {
            status: column("idempotency_keys", "status", call.operation).check(u16::try_from(status))?,
            body: first.body.unwrap_or_default(),
        }),
    }
}

/// Stores the response of a call.
pub async fn finish(conn: &mut TenantConn, call: &Call<'_>, status: u16, body: &serde_json::Value) -> Result<()> {
    sqlx::query!(
        "update idempotency_keys set status = $4, body = $5
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3",
        call.account.column(),
        call.operation,
        call.key,
        i16::try_from(status).unwrap_or(i16::MAX),
        body
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Deletes a failed call, so that its key may be reused. Only needed if the work is not in the same transaction.
pub async fn delete(conn: &mut TenantConn, call: &Call<'_>) -> Result<()> {
    sqlx::query!(
        "delete from idempotency_keys
         where tenant_id = current_tenant() and patient_id = $1 and operation = $2 and key = $3 and status is null",
        call.account.column(),
        call.operation,
        call.key
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
