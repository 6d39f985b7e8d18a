//! Permissions to upload an object.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{ObjectKey, PatientId, StaffId, UploadId};

use crate::{Error, Result, TenantConn};

/// Who may upload an object and claim it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploader {
    /// A patient, for a self-check.
    Patient(PatientId),
    /// A clinic's staff, for a picture of an application.
    Staff(StaffId),
}

impl Uploader {
    /// Returns the columns `patient_id` and `staff_id`.
    const fn columns(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Patient(id) => (Some(id.get()), None),
            Self::Staff(id) => (None, Some(id.get())),
        }
    }
}

impl From<PatientId> for Uploader {
    fn from(id: PatientId) -> Self {
        Self::Patient(id)
    }
}

impl From<StaffId> for Uploader {
    fn from(id: StaffId) -> Self {
        Self::Staff(id)
    }
}

/// A new permission.
#[derive(Clone, Debug)]
pub struct NewUpload {
    /// Who may upload.
    pub uploader: Uploader,
    /// The object.
    pub object_key: ObjectKey,
    /// The content type.
    pub content_type: String,
    /// The maximum size in bytes.
    pub max_size: i32,
    /// When the right to claim the object expires. Set it a little later than the expiry of the signed form: a form
    /// that is sent in its last second is still followed by the call that claims the object.
    pub expires_at: DateTime<Utc>,
}

/// An object that can be claimed.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The permission.
    pub id: UploadId,
    /// The object.
    pub object_key: ObjectKey,
    /// The permitted content type.
    pub content_type: String,
    /// The permitted size in bytes.
    pub max_size: i32,
}

/// An accepted copy of a form's object, which is claimed together with the form.
#[derive(Clone, Copy, Debug)]
pub struct AcceptedCopy<'a> {
    /// The key of the form.
    pub form_key: &'a ObjectKey,
    /// The copy.
    pub copy: UploadId,
    /// SHA-256 of its content.
    pub hash: &'a [u8; 32],
}

/// Why an object cannot be claimed.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The key was not issued to this uploader.
    #[error("the key was not issued to this uploader")]
    NotIssued,
    /// The object was already claimed.
    #[error("the key was used")]
    Used,
    /// The permission expired.
    #[error("the key has expired")]
    Expired,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Inserts a permission.
pub async fn insert(conn: &mut TenantConn, new: &NewUpload, now: DateTime<Utc>) -> Result<UploadId> {
    let (patient, staff) = new.uploader.columns();
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
    Ok(UploadId::new(id))
}

/// Finds the object that this uploader may claim, without claiming it, so that it can be inspected first.
///
/// # Errors
/// [`ClaimError`], in the same cases as [`claim`].
pub async fn find(
    conn: &mut TenantConn,
    uploader: impl Into<Uploader>,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let (patient, staff) = uploader.into().columns();
    let found = sqlx::query!(
        "select id, content_type, max_size, expires_at, used_at from uploads
         where object_key = $1 and form_key is null and (patient_id = $2 or staff_id = $3)",
        key.as_str(),
        patient,
        staff
    )
    .fetch_optional(conn.connection())
    .await
    .map_err(Error::from)?;
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

/// Claims the object. Of two concurrent callers only one succeeds. Call it in the transaction that inserts the row
/// which uses the object.
///
/// # Errors
/// [`ClaimError`] when the object cannot be claimed.
pub async fn claim(
    conn: &mut TenantConn,
    uploader: impl Into<Uploader>,
    key: &ObjectKey,
    now: DateTime<Utc>,
) -> Result<Upload, ClaimError> {
    let uploader = uploader.into();
    let (patient, staff) = uploader.columns();
    let claimed = sqlx::query!(
        "update uploads set used_at = $4
         where object_key = $1 and form_key is null and (patient_id = $2 or staff_id = $3) and used_at is null and expires_at > $4
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
        let (content_type, max_size) = (row.content_type, row.max_size);
        return Ok(Upload { id: UploadId::new(row.id), object_key: key.clone(), content_type, max_size });
    }
    // finds out why; an object that was claimed between the two statements counts as used
    find(conn, uploader, key, now).await.and(Err(ClaimError::Used))
}

/// Inserts the row of a copy of a form's object. Call it before copying, so that the sweep finds a copy that nobody
/// claims.
pub async fn insert_copy(
    conn: &mut TenantConn,
    form: &Upload,
    key: &ObjectKey,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<UploadId> {
    let id = sqlx::query_scalar!(
        "insert into uploads (patient_id, staff_id, object_key, form_key, content_type, max_size, created_at, expires_at)
         select patient_id, staff_id, $2, object_key, content_type, max_size, $3, $4 from uploads where id = $1
         returning id",
        form.id.get(),
        key.as_str(),
        now,
        expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(UploadId::new(id))
}

/// Claims a form and the accepted copy of its object. Of two concurrent callers only one succeeds. Call it in the
/// transaction that inserts the row which uses the object.
///
/// # Errors
/// [`ClaimError`] when they cannot be claimed.
pub async fn claim_copy(
    conn: &mut TenantConn,
    uploader: impl Into<Uploader>,
    accepted: AcceptedCopy<'_>,
    now: DateTime<Utc>,
) -> Result<(), ClaimError> {
    claim(conn, uploader, accepted.form_key, now).await?;
    sqlx::query!("update uploads set copied_at = $2 where object_key = $1", accepted.form_key.as_str(), now)
        .execute(conn.connection())
        .await
        .map_err(Error::from)?;
    let claimed = sqlx::query!(
        "update uploads set used_at = $2, hash = $3 where id = $1 and used_at is null",
        accepted.copy.get(),
        now,
        accepted.hash.as_slice()
    )
    .execute(conn.connection())
    .await
    .map_err(Error::from)?;
    if claimed.rows_affected() == 1 { Ok(()) } else { Err(ClaimError::Expired) }
}

/// Returns the key of the claimed copy of a form's object.
pub async fn find_copy(
    conn: &mut TenantConn,
    uploader: impl Into<Uploader>,
    form_key: &ObjectKey,
) -> Result<Option<ObjectKey>> {
    let (patient, staff) = uploader.into().columns();
    let key = sqlx::query_scalar!(
        "select object_key from uploads
         where form_key = $1 and (patient_id = $2 or staff_id = $3) and used_at is not null",
        form_key.as_str(),
        patient,
        staff
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(key.map(ObjectKey::from_stored))
}

/// Releases uploads, so that the sweep deletes their objects like those that nobody claimed.
pub(crate) async fn release(conn: &mut TenantConn, ids: &[i64], now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update uploads set used_at = null, expires_at = least(expires_at, $2) where id = any($1)",
        ids,
        now - TimeDelta::seconds(1)
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
