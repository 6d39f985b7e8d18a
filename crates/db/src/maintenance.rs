//! What is swept away when it has served its time.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{ObjectKey, UploadId};

use crate::{Result, TenantConn, identities, social};

/// How long dead rows are kept for questions.
const KEPT: TimeDelta = TimeDelta::days(1);

/// How many rows a sweep took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Sessions of patients and staff that ended a day ago.
    pub sessions: u64,
    /// Phone codes made a day ago.
    pub phone_codes: u64,
    /// Answers kept for a day.
    pub idempotency_keys: u64,
    /// Messages that ended a day ago, with their links.
    pub messages: u64,
    /// Social sign-ins and verifications that nobody came back for.
    pub identities: u64,
}

/// Deletes a tenant's ended sessions, old phone codes, repeated answers and messages, and identities that nobody came back for.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn sweep(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<Swept> {
    let until = now - KEPT;
    let sessions = sqlx::query!("delete from patient_sessions where expires_at < $1 or revoked_at < $1", until)
        .execute(conn.connection())
        .await?;
    let staff_sessions = sqlx::query!("delete from staff_sessions where expires_at < $1 or revoked_at < $1", until)
        .execute(conn.connection())
        .await?;
    let phone_codes =
        sqlx::query!("delete from phone_codes where created_at < $1", until).execute(conn.connection()).await?;
    let idempotency_keys =
        sqlx::query!("delete from idempotency_keys where created_at < $1", until).execute(conn.connection()).await?;
    sqlx::query!(
        "delete from password_resets where message_id in (select id from messages where expires_at < $1)",
        until
    )
    .execute(conn.connection())
    .await?;
    let messages = sqlx::query!("delete from messages where expires_at < $1", until).execute(conn.connection()).await?;
    let identities = social::sweep(conn, now).await? + identities::sweep(conn, now).await?;
    Ok(Swept {
        sessions: sessions.rows_affected() + staff_sessions.rows_affected(),
        phone_codes: phone_codes.rows_affected(),
        idempotency_keys: idempotency_keys.rows_affected(),
        messages: messages.rows_affected(),
        identities,
    })
}

/// Objects that no analysis took and none can take any more: delete the object, then its permission by [`delete_upload`].
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_unused_uploads(
    conn: &mut TenantConn,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<(UploadId, ObjectKey)>> {
    let rows = sqlx::query!(
        "select id, object_key from uploads where used_at is null and expires_at < $1 order by id limit $2",
        now - KEPT,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(rows.into_iter().map(|r| (UploadId::new(r.id), ObjectKey::from_stored(r.object_key))).collect())
}

/// Deletes a permission that no analysis used; false when one did.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn delete_upload(conn: &mut TenantConn, id: UploadId) -> Result<bool> {
    let done = sqlx::query!("delete from uploads where id = $1 and used_at is null", id.get())
        .execute(conn.connection())
        .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}
