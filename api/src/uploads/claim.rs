//! Claiming a stored picture for an analysis.

use db::TenantTx;
use db::uploads::{ClaimError, Upload, Uploader};
use domain::ObjectKey;

use super::inspect::inspect;
use crate::App;
use crate::extract::Tenant;
use crate::problem::{Code, Problem};

/// Finds the upload of a key, if it was issued to this owner, has not expired, and a picture was stored.
///
/// Writes nothing. No database connection is held while the object store is asked.
///
/// # Errors
/// A problem that says why the upload cannot be used.
pub async fn find_upload(app: &App, tenant: &Tenant, owner: impl Into<Uploader>, key: &str) -> Result<Upload, Problem> {
    if key.is_empty() {
        return Err(Problem::field("url", domain::InvalidCode::Required));
    }
    let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
    let mut conn = tenant.db.acquire().await?;
    let found = db::uploads::find(&mut conn, owner, &key, app.clock.now()).await;
    drop(conn);
    let upload = found.map_err(claim_problem)?;
    inspect(&app.store, upload.object_key.as_str(), u64::try_from(upload.max_size).unwrap_or(0)).await?;
    Ok(upload)
}

/// Claims the upload in the transaction that writes its analysis.
///
/// # Errors
/// [`Code::UploadUsed`] when another analysis claimed it first.
pub async fn claim_upload(
    app: &App,
    owner: impl Into<Uploader>,
    tx: &mut TenantTx,
    upload: &Upload,
) -> Result<(), Problem> {
    db::uploads::claim(tx, owner, &upload.object_key, app.clock.now()).await.map(drop).map_err(claim_problem)
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
