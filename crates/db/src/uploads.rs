//! Permissions to upload.

use chrono::{DateTime, Utc};
use domain::{ObjectKey, PatientId, UploadId};

use crate::{Error, Result, TenantConn};

/// A permission that is given.
#[derive(Clone, Debug)]
pub struct NewUpload {
    /// To whom.
    pub patient_id: PatientId,
    /// For which object.
    pub object_key: ObjectKey,
    /// Of which content type.
    pub content_type: String,
    /// The most bytes.
    pub max_size: i32,
    /// Until when an analysis can take the object. Should be a little later than the signed form's end: a form sent in
    /// its last second is still followed by the call that takes it.
    pub expires_at: DateTime<Utc>,
}

/// An object that an analysis may take.
#[derive(Clone, Debug)]
pub struct Upload {
    /// Its permission.
    pub id: UploadId,
    /// Where it is.
    pub object_key: ObjectKey,
    /// The content type it was allowed to have.
    pub content_type: String,
    /// The most bytes it was allowed to have.
    pub max_size: i32,
}

/// Why an object cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The key was never given to this patient.
    #[error("the key was not issued to this patient")]
    NotIssued,
    /// An analysis has taken it before.
    #[error("the key was used")]
    Used,
    /// It was not taken in time.
    #[error("the key has expired")]
    Expired,
    /// The database could not answer.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Gives a permission.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(conn: &mut TenantConn, new: &NewUpload, now: DateTime<Utc>) -> Result<UploadId> {
    let id = sqlx::query_scalar!(
        "insert into uploads (patient_id, object_key, content_type, max_size, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         returning id",
        new.patient_id.get(),
        new.object_key.as_str(),
        new.content_type,
        new.max_size,
        now,
        new.expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(UploadId::new(id))
}

/// The object that this patient may take, without taking it, so that it can be looked at first.
///
/// # Errors
/// [`ClaimError`] as [`claim`] would answer.
pub async fn find(
    conn: &mut TenantConn,
    patient: PatientId,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let found = sqlx::query!(
        "select id, content_type, max_size, expires_at, used_at from uploads where object_key = $1 and patient_id = $2",
        key.as_str(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await
    .map_err(Error::from)?;
    conn.settle();
    let row = found.ok_or(ClaimError::NotIssued)?;
    if row.used_at.is_some() {
        return Err(ClaimError::Used);
    }
    if row.expires_at <= now {
        return Err(ClaimError::Expired);
    }
    Ok(Upload {
        id: UploadId::new(row.id),
        object_key: key.clone(),
        content_type: row.content_type,
        max_size: row.max_size,
    })
}

/// Takes the object for an analysis; of two callers one gets it. Belongs into the analysis's transaction.
///
/// # Errors
/// [`ClaimError`].
pub async fn claim(
    conn: &mut TenantConn,
    patient: PatientId,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let claimed = sqlx::query!(
        "update uploads set used_at = $3
         where object_key = $1 and patient_id = $2 and used_at is null and expires_at > $3
         returning id, content_type, max_size",
        key.as_str(),
        patient.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await
    .map_err(Error::from)?;
    if let Some(row) = claimed {
        return Ok(Upload {
            id: UploadId::new(row.id),
            object_key: key.clone(),
            content_type: row.content_type,
            max_size: row.max_size,
        });
    }
    // the reason; if it was taken between the two statements, it reads as used
    find(conn, patient, key, now).await.and(Err(ClaimError::Used))
}
