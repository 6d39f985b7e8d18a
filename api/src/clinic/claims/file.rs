//! The files of issued documents: uploaded by staff or generated here.

use bytes::Bytes;
use db::issued_documents::Origin;
use db::uploads::{self, NewUpload, Uploader};
use documents::RejectedPdf;
use documents::inspect::MAX_FILE_BYTES;
use domain::ObjectKey;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::App;
use crate::extract::Staff;
use crate::insurances::DOCUMENT_CONTENT_TYPE;
use crate::problem::{Code, Problem};
use crate::uploads::claim::claim_problem;
use crate::uploads::create::KEY_LIFETIME;

/// Inspecting a file may take its unpacked size in memory, so few are inspected at a time.
static INSPECTIONS: Semaphore = Semaphore::const_new(2);

/// A stored file that becomes a document.
#[derive(Debug)]
pub struct StoredFile {
    /// Its key. The upload of that key is not claimed yet.
    pub key: ObjectKey,
    /// Whether it was uploaded or generated.
    pub origin: Origin,
    /// Bytes.
    pub size: i32,
    /// Pages.
    pub pages: i16,
    /// SHA-256 of it.
    pub hash: [u8; 32],
}

impl StoredFile {
    fn new(key: ObjectKey, origin: Origin, bytes: &[u8], pages: usize) -> Result<Self, Problem> {
        Ok(Self {
            key,
            origin,
            size: i32::try_from(bytes.len()).map_err(Problem::internal)?,
            pages: i16::try_from(pages).map_err(Problem::internal)?,
            hash: Sha256::digest(bytes).into(),
        })
    }

    /// Reads the PDF that these staff uploaded under a key. No database connection is held while the object store is asked.
    pub async fn from_upload(app: &App, staff: &Staff, key: &str) -> Result<Self, Problem> {
        if key.is_empty() {
            return Err(Problem::field("url", domain::InvalidCode::Required));
        }
        let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
        let found = uploads::find(&mut staff.tenant.db.acquire().await?, staff.row.id, &key, app.clock.now()).await;
        // an upload that was issued for a picture
        let upload = found.map_err(claim_problem)?;
        if upload.content_type != DOCUMENT_CONTENT_TYPE {
            return Err(Code::UnknownUpload.into());
        }
        let bytes = app.store.get(key.as_str(), MAX_FILE_BYTES as u64).await.map_err(storage_problem)?;
        let pages = count_pages(bytes.clone()).await?;
        Self::new(key, Origin::Uploaded, &bytes, pages)
    }

    /// Stores a generated PDF. Its upload row is written first, so that the sweep finds the file if no document uses it.
    pub async fn store_generated(app: &App, staff: &Staff, file: Vec<u8>) -> Result<Self, Problem> {
        let now = app.clock.now();
        let bytes = Bytes::from(file);
        let pages = count_pages(bytes.clone()).await?;
        let key = ObjectKey::new("claims", app.environment.as_str(), app.random.bytes(), "pdf");
        let key = key.ok_or(Code::Internal)?;
        let upload = NewUpload {
            uploader: Uploader::Staff(staff.row.id),
            object_key: key.clone(),
            content_type: DOCUMENT_CONTENT_TYPE.to_owned(),
            max_size: i32::try_from(MAX_FILE_BYTES).map_err(Problem::internal)?,
            expires_at: now + KEY_LIFETIME,
        };
        uploads::insert(&mut staff.tenant.db.acquire().await?, &upload, now).await?;
        app.store.put(key.as_str(), DOCUMENT_CONTENT_TYPE, bytes.clone()).await.map_err(storage_problem)?;
        Self::new(key, Origin::Generated, &bytes, pages)
    }
}

/// Counts the pages of a PDF, if it can be a document.
async fn count_pages(bytes: Bytes) -> Result<usize, Problem> {
    let _permit = INSPECTIONS.acquire().await.map_err(Problem::internal)?;
    let inspected = tokio::task::spawn_blocking(move || documents::inspect(bytes.into()));
    match inspected.await.map_err(Problem::internal)? {
        Ok(inspected) => Ok(inspected.pages),
        Err(RejectedPdf::NotAPdf) => Err(Code::NotAPdf.into()),
        Err(RejectedPdf::TooLarge) => Err(Code::TooLarge.into()),
        Err(RejectedPdf::Encrypted) => Err(Code::EncryptedPdf.into()),
    }
}

fn storage_problem(error: blob::Error) -> Problem {
    match error {
        blob::Error::NotFound => Code::UploadMissing.into(),
        blob::Error::TooLarge(_) => Code::TooLarge.into(),
        blob::Error::Unavailable(_) => Problem::with_cause(Code::StorageUnavailable, error),
    }
}
