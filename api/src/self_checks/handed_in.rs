//! An upload that a patient, or a clinic's staff, hands in for analysis.

use db::TenantTx;
use db::uploads::{ClaimError, Owner, Upload};
use domain::ObjectKey;

use crate::App;
use crate::guard::Tenant;
use crate::problem::{Code, Problem};
use crate::uploads::inspect::inspect;

/// The upload under a key, if it was given to this owner, is in time, and what was stored is a picture.
///
/// Nothing is written yet, and no database connection is held while the object store is asked.
///
/// # Errors
/// Says in a problem why the upload cannot be used.
pub async fn find(app: &App, tenant: &Tenant, owner: impl Into<Owner>, key: &str) -> Result<Upload, Problem> {
    if key.is_empty() {
        return Err(Problem::field("url", domain::Code::Required));
    }
    let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
    let mut conn = tenant.db.acquire().await?;
    let found = db::uploads::find(&mut conn, owner, &key, app.clock.now()).await;
    drop(conn);
    let upload = found.map_err(problem)?;
    inspect(&app.store, upload.object_key.as_str(), u64::try_from(upload.max_size).unwrap_or(0)).await?;
    Ok(upload)
}

/// Takes the upload for an analysis, in the transaction that writes the analysis.
///
/// # Errors
/// [`Code::UploadUsed`] when another analysis was faster.
pub async fn claim(app: &App, owner: impl Into<Owner>, tx: &mut TenantTx, upload: &Upload) -> Result<(), Problem> {
    db::uploads::claim(tx, owner, &upload.object_key, app.clock.now()).await.map(drop).map_err(problem)
}

fn problem(error: ClaimError) -> Problem {
    match error {
        ClaimError::NotIssued => Code::UnknownUpload.into(),
        ClaimError::Used => Code::UploadUsed.into(),
        ClaimError::Expired => Code::UploadExpired.into(),
        ClaimError::Db(error) => error.into(),
    }
}
