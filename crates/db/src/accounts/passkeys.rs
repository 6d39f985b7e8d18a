//! Passkeys of clinics' staff, and the challenges that sessions wait to see answered.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{StaffId, StaffSessionId};
use serde_json::Value;

use crate::{Error, Result, TenantConn, is_unique_violation};

/// How long a challenge may be answered.
const CHALLENGE_LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// What a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new passkey.
    Registration,
    /// The second factor of a sign-in.
    SignIn,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Registration => "registration",
            Self::SignIn => "sign_in",
        }
    }
}

/// A new passkey.
#[derive(Clone, Copy, Debug)]
pub struct NewPasskey<'a> {
    /// The account.
    pub staff: StaffId,
    /// What its owner calls it, at most 50 characters.
    pub name: &'a str,
    /// The host that it is for.
    pub host: &'a str,
    /// Its id, as the authenticator chose it.
    pub credential_id: &'a [u8],
    /// Its public key and counter.
    pub credential: &'a Value,
}

/// A passkey.
#[derive(Clone, Debug)]
pub struct StoredPasskey {
    /// Its number.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// The host that it is for.
    pub host: String,
    /// Its public key and counter.
    pub credential: Value,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it signed in last.
    pub used_at: Option<DateTime<Utc>>,
}

/// Why a passkey was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The authenticator is registered already. The transaction has failed and must be dropped.
    #[error("the authenticator is registered already")]
    Registered,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Inserts a passkey and returns its number.
///
/// # Errors
/// [`InsertError::Registered`] when the authenticator is registered already.
pub async fn insert(conn: &mut TenantConn, new: &NewPasskey<'_>, now: DateTime<Utc>) -> Result<i64, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into staff_passkeys (staff_id, name, host, credential_id, credential, created_at)
         values ($1, $2, $3, $4, $5, $6) returning id",
        new.staff.get(),
        new.name,
        new.host,
        new.credential_id,
        new.credential,
        now
    )
    .fetch_one(conn.connection())
    .await;
    match inserted {
        Ok(id) => Ok(id),
        Err(error) if is_unique_violation(&error, "staff_passkeys_credential") => Err(InsertError::Registered),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}

/// Lists an account's passkeys, the oldest first.
pub async fn list(conn: &mut TenantConn, staff: StaffId) -> Result<Vec<StoredPasskey>> {
    let rows = sqlx::query_as!(
        StoredPasskey,
        "select id, name, host, credential, created_at, used_at from staff_passkeys where staff_id = $1 order by id",
        staff.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}

/// Sets a passkey's counter after it signed in.
pub async fn set_used(conn: &mut TenantConn, id: i64, credential: &Value, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update staff_passkeys set credential = $2, used_at = $3 where id = $1", id, credential, now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Deletes one of an account's passkeys. Returns whether there was one.
pub async fn delete(conn: &mut TenantConn, staff: StaffId, id: i64) -> Result<bool> {
    let done = sqlx::query!("delete from staff_passkeys where staff_id = $1 and id = $2", staff.get(), id)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the challenge that a session waits to see answered, in place of an earlier one.
pub async fn set_challenge(
    conn: &mut TenantConn,
    session: StaffSessionId,
    purpose: Purpose,
    state: &Value,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into staff_passkey_challenges (session_id, purpose, state, created_at) values ($1, $2, $3, $4)
         on conflict (tenant_id, session_id) do update
         set purpose = excluded.purpose, state = excluded.state, created_at = excluded.created_at",
        session.get(),
        purpose.as_str(),
        state,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Takes a session's challenge, if it is still valid: it is answered once.
pub async fn take_challenge(
    conn: &mut TenantConn,
    session: StaffSessionId,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> Result<Option<Value>> {
    let row = sqlx::query!(
        "delete from staff_passkey_challenges where session_id = $1 and purpose = $2 returning state, created_at",
        session.get(),
        purpose.as_str()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(row.filter(|row| now - row.created_at < CHALLENGE_LIFETIME).map(|row| row.state))
}
