//! Deletion of expired rows.

use chrono::{DateTime, TimeDelta, Utc};
use domain::retention::{VISIT_LOG_MONTHS, months_before};
use domain::{ObjectKey, UploadId};

use crate::{Result, TenantConn, download_links, identities, name_requests, social, walk_in_links};

/// How long expired rows are kept, for support.
pub(crate) const GRACE_PERIOD: TimeDelta = TimeDelta::days(1);

/// The numbers of deleted rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeletedRows {
    /// Sessions of patients that ended more than three months ago, and of staff and hotels' users that ended more than
    /// a day ago.
    pub sessions: u64,
    /// Phone codes from more than a day ago.
    pub phone_codes: u64,
    /// Idempotency keys from more than a day ago.
    pub idempotency_keys: u64,
    /// Messages that expired more than a day ago, with their links.
    pub messages: u64,
    /// Expired social sign-ins and identity verifications.
    pub identities: u64,
}

/// Deletes the expired rows of a tenant.
pub async fn delete_expired(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<DeletedRows> {
    let until = now - GRACE_PERIOD;
    let sessions = sqlx::query!(
        "delete from patient_sessions
         where tenant_id = current_tenant() and expires_at < $1 and coalesce(revoked_at, expires_at) < $1",
        months_before(now, VISIT_LOG_MONTHS)
    )
    .execute(conn.connection())
    .await?;
    let staff_sessions = sqlx::query!("delete from staff_sessions where expires_at < $1 or revoked_at < $1", until)
        .execute(conn.connection())
        .await?;
    let hotel_sessions = sqlx::query!("delete from hotel_sessions where expires_at < $1 or revoked_at < $1", until)
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
    walk_in_links::delete_ended(conn, until).await?;
    download_links::delete_expired(conn, until).await?;
    name_requests::delete_expired(conn, now).await?;
    let identities = social::delete_expired(conn, now).await? + identities::delete_expired(conn, now).await?;
    Ok(DeletedRows {
        sessions: sessions.rows_affected() + staff_sessions.rows_affected() + hotel_sessions.rows_affected(),
        phone_codes: phone_codes.rows_affected(),
        idempotency_keys: idempotency_keys.rows_affected(),
        messages: messages.rows_affected(),
        identities,
    })
}

/// Lists the uploads that nobody claimed in time, and the forms whose object was copied, because a form can be posted
/// again until it expires. Delete each object, then its row with [`delete_upload`].
pub async fn list_unused_uploads(
    conn: &mut TenantConn,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<(UploadId, ObjectKey)>> {
    let rows = sqlx::query!(
        "select id, object_key from uploads
         where (used_at is null or copied_at is not null) and expires_at < $1 order by id limit $2",
        now - GRACE_PERIOD,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows.into_iter().map(|r| (UploadId::new(r.id), ObjectKey::from_stored(r.object_key))).collect())
}

/// Deletes an upload that nobody claimed, or whose object was copied. Returns false when it was claimed in the
/// meantime.
pub async fn delete_upload(conn: &mut TenantConn, id: UploadId) -> Result<bool> {
    let done =
        sqlx::query!("delete from uploads where id = $1 and (used_at is null or copied_at is not null)", id.get())
            .execute(conn.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}
