//! Accepting a stored picture for an analysis.

use db::uploads::{ClaimError, Upload, Uploader};
use domain::ObjectKey;

use super::copy::{AcceptedUpload, CopyTarget, StoredCopy, storage_problem};
use super::inspect::{MAGIC_BYTES, picture_type};
use crate::App;
use crate::extract::Tenant;
use crate::problem::{Code, Problem};

/// The folder of accepted pictures.
const PICTURE_FOLDER: &str = "pictures";

/// Finds the upload of a key, if it was issued to this owner, has not expired, and a picture was stored, and copies the
/// picture.
///
/// It does not claim the upload. No database connection is held during calls to the object store.
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
    let (key, owner) = (ObjectKey::parse(key).ok_or(Code::UnknownUpload)?, owner.into());
    let form = find_form(app, tenant, owner, &key).await?;
    match copy_picture(app, tenant, form).await {
        // a concurrent call may have claimed the upload and deleted the object
        Err(problem) if problem.code == Code::UploadMissing => {
            Err(find_form(app, tenant, owner, &key).await.err().unwrap_or(problem))
        }
        copied => copied,
    }
}

/// Finds the form of a key that this owner may still claim.
///
/// # Errors
/// A problem that says why it cannot be claimed.
pub async fn find_form(app: &App, tenant: &Tenant, owner: Uploader, key: &ObjectKey) -> Result<Upload, Problem> {
    let mut conn = tenant.db.acquire().await?;
    db::uploads::find(&mut conn, owner, key, app.clock.now()).await.map_err(claim_problem)
}

/// Copies the picture that was stored under a form.
async fn copy_picture(app: &App, tenant: &Tenant, form: Upload) -> Result<AcceptedUpload, Problem> {
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

/// Returns the problem of an upload that cannot be claimed.
#[must_use]
pub fn claim_problem(error: ClaimError) -> Problem {
    match error {
        ClaimError::NotIssued => Code::UnknownUpload.into(),
        ClaimError::Used => Code::UploadUsed.into(),
        ClaimError::Expired => Code::UploadExpired.into(),
        ClaimError::Db(error) => error.into(),
    }
}
