//! The files of issued documents: taken from an upload or made here, and handed out.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use db::issued_documents::Origin;
use db::uploads::{self, ClaimError, NewUpload, Owner};
use documents::NotAccepted;
use documents::inspect::LARGEST;
use domain::{ClaimId, Document, ObjectKey};
use http::header;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::App;
use crate::guard::Staff;
use crate::problem::{Code, Problem};
use crate::uploads::create::KEY_LIFETIME;

/// The content type of every document.
pub const CONTENT_TYPE: &str = "application/pdf";
/// Looking at a file may take its unpacked size in memory, so few are looked at together.
static LOOKING: Semaphore = Semaphore::const_new(2);

/// A stored file that is going to be a document.
#[derive(Debug)]
pub struct StoredFile {
    /// Its key; the upload of that key is not taken yet.
    pub key: ObjectKey,
    /// How it came to be.
    pub origin: Origin,
    /// Bytes.
    pub size: i32,
    /// Pages.
    pub pages: i16,
    /// SHA-256 of it.
    pub hash: [u8; 32],
}

impl StoredFile {
    fn of(key: ObjectKey, origin: Origin, bytes: &[u8], pages: usize) -> Result<Self, Problem> {
        Ok(Self {
            key,
            origin,
            size: i32::try_from(bytes.len()).map_err(Problem::internal)?,
            pages: i16::try_from(pages).map_err(Problem::internal)?,
            hash: Sha256::digest(bytes).into(),
        })
    }

    /// What these staff stored under a key, if it is a PDF as documents are. No database connection is held meanwhile.
    pub async fn uploaded(app: &App, staff: &Staff, key: &str) -> Result<Self, Problem> {
        if key.is_empty() {
            return Err(Problem::field("url", domain::Code::Required));
        }
        let key = ObjectKey::parse(key).ok_or(Code::UnknownUpload)?;
        let found = uploads::find(&mut staff.tenant.db.acquire().await?, staff.row.id, &key, app.clock.now()).await;
        // a picture's permission is none for a document
        let upload = found.map_err(not_claimed)?;
        if upload.content_type != CONTENT_TYPE {
            return Err(Code::UnknownUpload.into());
        }
        let bytes = app.store.get(key.as_str(), LARGEST as u64).await.map_err(not_stored)?;
        let pages = look(bytes.clone()).await?;
        Self::of(key, Origin::Uploaded, &bytes, pages)
    }

    /// Stores what was made here. Its upload is written first, so that the sweep finds what no document takes.
    pub async fn generated(app: &App, staff: &Staff, file: Vec<u8>) -> Result<Self, Problem> {
        let now = app.clock.now();
        let bytes = Bytes::from(file);
        let pages = look(bytes.clone()).await?;
        let key = ObjectKey::new("claims", app.environment.as_str(), app.random.bytes(), "pdf");
        let key = key.ok_or(Code::Internal)?;
        let upload = NewUpload {
            owner: Owner::Staff(staff.row.id),
            object_key: key.clone(),
            content_type: CONTENT_TYPE.to_owned(),
            max_size: i32::try_from(LARGEST).map_err(Problem::internal)?,
            expires_at: now + KEY_LIFETIME,
        };
        uploads::insert(&mut staff.tenant.db.acquire().await?, &upload, now).await?;
        app.store.put(key.as_str(), CONTENT_TYPE, bytes.clone()).await.map_err(not_stored)?;
        Self::of(key, Origin::Generated, &bytes, pages)
    }
}

/// How many pages a PDF has, if it is one that is taken.
async fn look(bytes: Bytes) -> Result<usize, Problem> {
    let _turn = LOOKING.acquire().await.map_err(Problem::internal)?;
    let looked = tokio::task::spawn_blocking(move || documents::inspect(bytes.into()));
    match looked.await.map_err(Problem::internal)? {
        Ok(inspected) => Ok(inspected.pages),
        Err(NotAccepted::NotAPdf) => Err(Code::NotAPdf.into()),
        Err(NotAccepted::TooLarge) => Err(Code::TooLarge.into()),
        Err(NotAccepted::Encrypted) => Err(Code::EncryptedPdf.into()),
    }
}

/// Why an upload cannot be taken.
pub fn not_claimed(error: ClaimError) -> Problem {
    match error {
        ClaimError::NotIssued => Code::UnknownUpload.into(),
        ClaimError::Used => Code::UploadUsed.into(),
        ClaimError::Expired => Code::UploadExpired.into(),
        ClaimError::Db(error) => error.into(),
    }
}

fn not_stored(error: blob::Error) -> Problem {
    match error {
        blob::Error::NotFound => Code::UploadMissing.into(),
        blob::Error::TooLarge(_) => Code::TooLarge.into(),
        blob::Error::Unavailable(_) => Problem::caused(Code::StorageUnavailable, error),
    }
}

/// Hands a file out as an attachment, as it comes from the store.
pub async fn hand_out(app: &App, key: &ObjectKey, claim: ClaimId, document: Document) -> Result<Response, Problem> {
    let (size, bytes) = app.store.open(key.as_str()).await.map_err(|error| match error {
        blob::Error::NotFound => Problem::new(Code::NotFound),
        error => Problem::caused(Code::StorageUnavailable, error),
    })?;
    let name = document.as_str().replace('_', "-");
    let headers = [
        (header::CONTENT_TYPE, CONTENT_TYPE.to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{claim}.pdf\"")),
    ];
    Ok((headers, Body::from_stream(bytes)).into_response())
}
