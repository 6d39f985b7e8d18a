//! The files of issued documents: uploaded by staff or generated here.

use bytes::Bytes;
use db::TenantTx;
use db::issued_documents::Origin;
use db::uploads::{self, NewUpload, Uploader};
use documents::RejectedPdf;
use documents::inspect::MAX_FILE_BYTES;
use domain::{ObjectKey, UploadId};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::App;
use crate::extract::Staff;
use crate::insurances::DOCUMENT_CONTENT_TYPE;
use crate::problem::{Code, Problem};
use crate::uploads::claim::{claim_problem, find_form};
use crate::uploads::copy::{AcceptedUpload, CopyTarget, StoredCopy, storage_problem};
use crate::uploads::create::KEY_LIFETIME;

/// Allows one inspection at a time, because each may take ten times the file's size in memory.
static INSPECTIONS: Semaphore = Semaphore::const_new(1);

/// The folder of issued documents. No upload form can write to it.
const DOCUMENT_FOLDER: &str = "documents";

/// A stored file that becomes a document. Its upload is not claimed yet.
#[derive(Debug)]
pub struct StoredFile {
    object: StoredObject,
    /// The size in bytes.
    pub size: i32,
    /// The number of pages.
    pub pages: i16,
    /// The SHA-256 of the file.
    pub hash: [u8; 32],
}

/// The object of a stored file.
#[derive(Debug)]
enum StoredObject {
    /// A copy of what staff uploaded.
    Uploaded(AcceptedUpload),
    /// Generated from what staff entered.
    Generated(ObjectKey),
}

impl StoredFile {
    fn new(object: StoredObject, bytes: &[u8], pages: usize) -> Result<Self, Problem> {
        Ok(Self {
            object,
            size: i32::try_from(bytes.len()).map_err(Problem::internal)?,
            pages: i16::try_from(pages).map_err(Problem::internal)?,
            hash: Sha256::digest(bytes).into(),
        })
    }

    /// Copies and checks the PDF that these staff uploaded under a key. No database connection is held during calls to
    /// the object store.
    pub async fn from_upload(app: &App, staff: &Staff, key: &str) -> Result<Self, Problem> {
        if key.is_empty() {
            return Err(Problem::field("url", domain::InvalidCode::Required));
        }
        let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
        let owner = Uploader::Staff(staff.row.id);
        let form = find_form(app, &staff.tenant, owner, &key).await?;
        // the upload was issued for a picture
        if form.content_type != DOCUMENT_CONTENT_TYPE {
            return Err(Code::UnknownUpload.into());
        }
        let target = CopyTarget {
            folder: DOCUMENT_FOLDER,
            extension: "pdf",
            content_type: DOCUMENT_CONTENT_TYPE,
            too_large: Code::TooLarge,
        };
        let stored = match StoredCopy::create(app, &staff.tenant, form, target).await {
            // a concurrent call may have claimed the upload and deleted the object
            Err(problem) if problem.code == Code::UploadMissing => {
                return Err(find_form(app, &staff.tenant, owner, &key).await.err().unwrap_or(problem));
            }
            created => created?,
        };
        let bytes = stored.bytes.clone();
        match count_pages(bytes.clone()).await {
            Ok(pages) => Self::new(StoredObject::Uploaded(stored.accept()), &bytes, pages),
            Err(problem) => {
                stored.discard(app).await;
                Err(problem)
            }
        }
    }

    /// Stores a generated PDF. Its upload row is written first, so that the sweep finds the file if no document uses it.
    pub async fn store_generated(app: &App, staff: &Staff, file: Vec<u8>) -> Result<Self, Problem> {
        let now = app.clock.now();
        let bytes = Bytes::from(file);
        let pages = count_pages(bytes.clone()).await?;
        let key = ObjectKey::new(DOCUMENT_FOLDER, app.environment.as_str(), app.random.bytes(), "pdf");
        let key = key.ok_or(Code::Internal)?;
        let upload = NewUpload {
            uploader: Uploader::Staff(staff.row.id),
            object_key: key.clone(),
            content_type: DOCUMENT_CONTENT_TYPE.to_owned(),
            max_size: i32::try_from(MAX_FILE_BYTES).map_err(Problem::internal)?,
            expires_at: now + KEY_LIFETIME,
        };
        uploads::insert(&mut staff.tenant.db.acquire().await?, &upload, now).await?;
        let stored = app.store.put(key.as_str(), DOCUMENT_CONTENT_TYPE, bytes.clone()).await;
        stored.map_err(|error| storage_problem(error, Code::TooLarge))?;
        Self::new(StoredObject::Generated(key), &bytes, pages)
    }

    /// Returns whether it was uploaded or generated.
    pub const fn origin(&self) -> Origin {
        match self.object {
            StoredObject::Uploaded(_) => Origin::Uploaded,
            StoredObject::Generated(_) => Origin::Generated,
        }
    }

    /// Claims its upload in the transaction that issues the document.
    ///
    /// # Errors
    /// [`Code::UploadUsed`] when another document claimed it first.
    pub async fn claim(&self, app: &App, staff: &Staff, tx: &mut TenantTx) -> Result<UploadId, Problem> {
        match &self.object {
            StoredObject::Uploaded(upload) => {
                upload.claim(app, staff.row.id, tx).await?;
                Ok(upload.copy.id)
            }
            StoredObject::Generated(key) => {
                let upload = uploads::claim(tx, staff.row.id, key, app.clock.now()).await;
                Ok(upload.map_err(claim_problem)?.id)
            }
        }
    }

    /// Deletes the uploaded original. Call it after the transaction.
    pub async fn delete_original(&self, app: &App) {
        if let StoredObject::Uploaded(upload) = &self.object {
            upload.delete_original(app).await;
        }
    }
}

/// Inspects a PDF and returns its number of pages.
async fn count_pages(bytes: Bytes) -> Result<usize, Problem> {
    let _permit = INSPECTIONS.acquire().await.map_err(Problem::internal)?;
    let inspected = tokio::task::spawn_blocking(move || documents::inspect(bytes.into()));
    match inspected.await.map_err(Problem::internal)? {
        Ok(inspected) => Ok(inspected.pages),
        Err(RejectedPdf::NotAPdf) => Err(Code::NotAPdf.into()),
        Err(RejectedPdf::TooLarge) => Err(Code::TooLarge.into()),
        Err(RejectedPdf::Encrypted) => Err(Code::EncryptedPdf.into()),
        Err(RejectedPdf::Active) => Err(Code::ActivePdf.into()),
    }
}
