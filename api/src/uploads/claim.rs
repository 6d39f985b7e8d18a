//! Accepting a stored picture for an analysis.

use db::uploads::{ClaimError, Uploader};
use domain::ObjectKey;

use super::copy::{AcceptedUpload, CopyTarget, StoredCopy, storage_problem};
use super::inspect::{MAGIC_BYTES, picture_type};
use crate::App;
use crate::extract::Tenant;
use crate::problem::{Code, Problem};

/// The folder of accepted pictures.
const PICTURE_FOLDER: &str = "pictures";

/// Finds the upload of a key, if it was issued to this owner, has not expired, and a picture was stored, and copies the picture.
///
/// Claims nothing. No database connection is held while the object store is asked.
///
/// # Errors
/// A problem that says why the upload cannot be used.
pub async fn find_upload(
    app: &App,
    tenant: &Tenant,
    owner: impl Into<Uploader>,
    key: &str,
) -> Result<AcceptedUpload, Problem> {
    if key.is_empty() {
        return Err(Problem::field("url", domain::InvalidCode::Required));
    }
    let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
    let mut conn = tenant.db.acquire().await?;
    let found = db::uploads::find(&mut conn, owner, &key, app.clock.now()).await;
    drop(conn);
    let form = found.map_err(claim_problem)?;
    let start = app.store.get_start(form.object_key.as_str(), MAGIC_BYTES).await;
    let picture = picture_type(&start.map_err(|error| storage_problem(error, Code::UploadSize))?)?;
    let target = CopyTarget {
        folder: PICTURE_FOLDER,
        extension: picture.extension,
        content_type: picture.content_type,
        too_large: Code::UploadSize,
    };
    let stored = StoredCopy::create(app, tenant, form, target).await?;
    // the form may have been posted again in between
    match picture_type(&stored.bytes) {
        Ok(copied) if copied == picture => Ok(stored.accept()),
        other => {
            stored.discard(app).await;
            Err(other.err().unwrap_or(Code::NotAnImage).into())
        }
    }
}

/// The problem of an upload that cannot be claimed.
#[must_use]
pub fn claim_problem(error: ClaimError) -> Problem {
    match error {
        ClaimError::NotIssued => Code::UnknownUpload.into(),
        ClaimError::Used => Code::UploadUsed.into(),
        ClaimError::Expired => Code::UploadExpired.into(),
        ClaimError::Db(error) => error.into(),
    }
}
