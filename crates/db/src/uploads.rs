//! Permissions to upload.

use chrono::{DateTime, Utc};
use domain::{ObjectKey, PatientId, StaffId, UploadId};

use crate::{Error, Result, TenantConn};

/// Who is given a permission and takes the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A patient, for a self-check.
    Patient(PatientId),
    /// A clinic's staff, for a picture of an application.
    Staff(StaffId),
}

impl Owner {
    /// The patient's number and the staff's.
    const fn numbers(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Patient(id) => (Some(id.get()), None),
            Self::Staff(id) => (None, Some(id.get())),
        }
    }
}

impl From<PatientId> for Owner {
    fn from(id: PatientId) -> Self {
        Self::Patient(id)
    }
}

impl From<StaffId> for Owner {
    fn from(id: StaffId) -> Self {
        Self::Staff(id)
    }
}

/// A permission that is given.
#[derive(Clone, Debug)]
pub struct NewUpload {
    /// To whom.
    pub owner: Owner,
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
    /// The key was never given to this owner.
    #[error("the key was not issued to who brings it")]
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
    let (patient, staff) = new.owner.numbers();
    let id = sqlx::query_scalar!(
        "insert into uploads (patient_id, staff_id, object_key, content_type, max_size, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        patient,
        staff,
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

/// The object that this owner may take, without taking it, so that it can be looked at first.
///
/// # Errors
/// [`ClaimError`] as [`claim`] would answer.
pub async fn find(
    conn: &mut TenantConn,
    owner: impl Into<Owner>,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let (patient, staff) = owner.into().numbers();
    let found = sqlx::query!(
        "select id, content_type, max_size, expires_at, used_at from uploads
         where object_key = $1 and (patient_id = $2 or staff_id = $3)",
        key.as_str(),
        patient,
        staff
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
    owner: impl Into<Owner>,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let owner = owner.into();
    let (patient, staff) = owner.numbers();
    let claimed = sqlx::query!(
        "update uploads set used_at = $4
         where object_key = $1 and (patient_id = $2 or staff_id = $3) and used_at is null and expires_at > $4
         returning id, content_type, max_size",
        key.as_str(),
        patient,
        staff,
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
    find(conn, owner, key, now).await.and(Err(ClaimError::Used))
}
