//! Copies of stored objects. A form can be posted again until it expires, so what is checked and used is never the form's own
//! object but a copy, under a key that no form covers.

use bytes::Bytes;
use db::TenantTx;
use db::uploads::{self, AcceptedCopy, Upload, Uploader};
use domain::ObjectKey;
use sha2::{Digest as _, Sha256};

use super::claim::claim_problem;
use super::create::KEY_LIFETIME;
use crate::App;
use crate::extract::Tenant;
use crate::problem::{Code, Problem};

/// The target of a copy.
#[derive(Clone, Copy, Debug)]
pub struct CopyTarget {
    /// The first part of the key. No upload form can write to it.
    pub folder: &'static str,
    /// The extension of the key.
    pub extension: &'static str,
    /// The content type that the copy is served with.
    pub content_type: &'static str,
    /// The problem of an object that is larger than its form allows.
    pub too_large: Code,
}

/// A copy that is not checked yet.
#[derive(Debug)]
pub struct StoredCopy {
    form_key: ObjectKey,
    copy: Upload,
    /// The content.
    pub bytes: Bytes,
}

impl StoredCopy {
    /// Copies the object of a form and reads the copy. No database connection is held during calls to the object store.
    ///
    /// # Errors
    /// The object is missing or too large, or the database or the object store fails.
    pub async fn create(app: &App, tenant: &Tenant, form: Upload, target: CopyTarget) -> Result<Self, Problem> {
        let key = ObjectKey::new(target.folder, app.environment.as_str(), app.random.bytes(), target.extension);
        let key = key.ok_or(Code::Internal)?;
        let now = app.clock.now();
        let mut conn = tenant.db.acquire().await?;
        let id = uploads::insert_copy(&mut conn, &form, &key, now, now + KEY_LIFETIME).await?;
        drop(conn);
        let failed = |error| storage_problem(error, target.too_large);
        app.store.copy(form.object_key.as_str(), key.as_str(), target.content_type).await.map_err(failed)?;
        let max_size = u64::try_from(form.max_size).unwrap_or(0);
        let copy = Upload { id, object_key: key, ..form.clone() };
        let mut stored = Self { form_key: form.object_key, copy, bytes: Bytes::new() };
        match app.store.get(stored.copy.object_key.as_str(), max_size).await {
            Ok(bytes) => {
                stored.bytes = bytes;
                Ok(stored)
            }
            Err(error) => {
                stored.discard(app).await;
                Err(failed(error))
            }
        }
    }

    /// Accepts the checked copy.
    #[must_use]
    pub fn accept(self) -> AcceptedUpload {
        AcceptedUpload { form_key: self.form_key, copy: self.copy, hash: Sha256::digest(&self.bytes).into() }
    }

    /// Deletes a copy that is refused. Its row, and the copy if this fails, are left to the sweep.
    pub async fn discard(self, app: &App) {
        delete_object(app, &self.copy.object_key).await;
    }
}

/// The checked copy of a stored object. It is not claimed yet.
#[derive(Clone, Debug)]
pub struct AcceptedUpload {
    form_key: ObjectKey,
    /// The copy.
    pub copy: Upload,
    /// SHA-256 of the copy.
    pub hash: [u8; 32],
}

impl AcceptedUpload {
    /// Claims the upload in the transaction of the record that uses it.
    ///
    /// # Errors
    /// [`Code::UploadUsed`] when another call claimed it first.
    pub async fn claim(&self, app: &App, owner: impl Into<Uploader>, tx: &mut TenantTx) -> Result<(), Problem> {
        let accepted = AcceptedCopy { form_key: &self.form_key, copy: self.copy.id, hash: &self.hash };
        uploads::claim_copy(tx, owner, accepted, app.clock.now()).await.map_err(claim_problem)
    }

    /// Deletes the copy after a transaction that did not use it, so that refused calls leave no objects. Never call it after
    /// a commit, which may have succeeded even if it failed here.
    pub async fn discard(&self, app: &App) {
        delete_object(app, &self.copy.object_key).await;
    }

    /// Deletes the form's own object after the transaction. The sweep does so again once the form has expired.
    pub async fn delete_original(&self, app: &App) {
        delete_object(app, &self.form_key).await;
    }
}

/// Deletes an object whose row the sweep would delete. What cannot be deleted now is left to the sweep.
pub(crate) async fn delete_object(app: &App, key: &ObjectKey) {
    if let Err(error) = app.store.delete(key.as_str()).await {
        tracing::warn!(%error, "an object is left to the sweep");
    }
}

/// Returns the problem of a failure of the object store.
#[must_use]
pub fn storage_problem(error: blob::Error, too_large: Code) -> Problem {
    match error {
        blob::Error::NotFound => Code::UploadMissing.into(),
        blob::Error::TooLarge(_) => too_large.into(),
        blob::Error::Changed => Problem::internal(error),
        blob::Error::Unavailable(_) => Problem::with_cause(Code::StorageUnavailable, error),
    }
}
