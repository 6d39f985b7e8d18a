//! Exports: a patient's data as a downloadable file.

mod patient_data;

use chrono::{DateTime, Utc};
use domain::message::{EXPORT_LIFETIME, EXPORT_TIMEOUT};
use domain::{ExportId, Locale, MessageId, ObjectKey, PatientId, TokenHash};

pub use patient_data::{PatientData, StoredPicture, collect_patient_data};

use crate::{Result, TenantConn, column};

/// An export to pack.
#[derive(Clone, Debug)]
pub struct Export {
    /// The patient.
    pub patient_id: PatientId,
    /// The object of the file.
    pub object_key: ObjectKey,
    /// The language of the message.
    pub locale: Locale,
}

/// Inserts an export. A job packs it.
pub async fn insert(conn: &mut TenantConn, new: &Export, now: DateTime<Utc>) -> Result<ExportId> {
    let id = sqlx::query_scalar!(
        "insert into exports (patient_id, object_key, locale, created_at, expires_at) values ($1, $2, $3, $4, $5)
         returning id",
        new.patient_id.get(),
        new.object_key.as_str(),
        new.locale.as_str(),
        now,
        now + EXPORT_TIMEOUT
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(ExportId::new(id))
}

/// Finds the export with this id, unless it is already packed, has expired, or its account is deleted.
pub async fn find_to_pack(conn: &mut TenantConn, id: ExportId, now: DateTime<Utc>) -> Result<Option<Export>> {
    let found = sqlx::query!(
        "select e.patient_id, e.object_key, e.locale from exports e join patients p on p.id = e.patient_id
         where e.id = $1 and e.message_id is null and e.expires_at > $2 and p.left_at is null",
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            Ok(Export {
                patient_id: PatientId::new(r.patient_id),
                object_key: ObjectKey::from_stored(r.object_key),
                locale: column("exports", "locale", id).check(r.locale.parse::<Locale>())?,
            })
        })
        .transpose()
}

/// The result of marking an export as packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackResult {
    /// It is marked as packed.
    Recorded,
    /// Another run packed it first, and that run's message carries the link.
    AlreadyPacked,
    /// It has expired or its account is deleted. Delete the object, because the sweep may not find it.
    Gone,
}

/// Marks an export as packed, with the message that carries its link.
pub async fn set_packed(
    conn: &mut TenantConn,
    id: ExportId,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<PackResult> {
    // this waits for the row that the deletion of an account locks to expire the export
    let done = sqlx::query!(
        "update exports e set message_id = $2 from patients p
         where e.id = $1 and e.message_id is null and e.expires_at > $3 and p.id = e.patient_id and p.left_at is null",
        id.get(),
        message.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    if done.rows_affected() == 1 {
        return Ok(PackResult::Recorded);
    }
    let packed_before = sqlx::query_scalar!(
        r#"select true as "before!" from exports e join patients p on p.id = e.patient_id
           where e.id = $1 and e.message_id is not null and e.expires_at > $2 and p.left_at is null"#,
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(if packed_before.is_some() { PackResult::AlreadyPacked } else { PackResult::Gone })
}

/// Sets the hash of the link that a message will carry. Returns false when the export has expired or its account is deleted.
pub async fn set_link(
    conn: &mut TenantConn,
    message: MessageId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update exports e set token_hash = $2, expires_at = $4 from patients p
         where e.message_id = $1 and e.expires_at > $3 and p.id = e.patient_id and p.left_at is null",
        message.get(),
        token.as_bytes().as_slice(),
        now,
        now + EXPORT_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Finds the file of a link that is valid at `now`.
pub async fn find_by_token(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<ObjectKey>> {
    let key = sqlx::query_scalar!(
        "select e.object_key from exports e join patients p on p.id = e.patient_id
         where e.token_hash = $1 and e.expires_at > $2 and p.left_at is null",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(key.map(ObjectKey::from_stored))
}

/// Lists the expired exports. Delete each object, then its row with [`delete`].
pub async fn list_expired(conn: &mut TenantConn, limit: i64, now: DateTime<Utc>) -> Result<Vec<(ExportId, ObjectKey)>> {
    let rows =
        sqlx::query!("select id, object_key from exports where expires_at <= $1 order by id limit $2", now, limit)
            .fetch_all(conn.connection())
            .await?;
    Ok(rows.into_iter().map(|r| (ExportId::new(r.id), ObjectKey::from_stored(r.object_key))).collect())
}

/// Deletes the row of an export.
pub async fn delete(conn: &mut TenantConn, id: ExportId) -> Result<()> {
    sqlx::query!("delete from exports where id = $1", id.get()).execute(conn.connection()).await?;
    Ok(())
}
