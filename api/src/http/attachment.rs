//! A stored file as a download.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use domain::ObjectKey;
use http::header;

/// Prevents scripts from running if a browser opens the file despite its disposition.
const FILE_POLICY: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// A stored file that is sent as a download.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<'a> {
    /// Its key in the object store.
    pub key: &'a ObjectKey,
    /// Its content type.
    pub content_type: &'a str,
    /// The name that the browser saves it under.
    pub filename: &'a str,
}

impl Attachment<'_> {
    /// Streams the file from the object store.
    ///
    /// # Errors
    /// As [`blob::Store::open`].
    pub async fn open(self, store: &blob::Store) -> Result<Response, blob::Error> {
        let (size, bytes) = store.open(self.key.as_str()).await?;
        Ok(self.respond(size, Body::from_stream(bytes)))
    }

    /// Reads the whole file, and compares it with its SHA-256 before a byte of it is sent.
    ///
    /// # Errors
    /// As [`blob::Store::get_verified`].
    pub async fn read_verified(
        self,
        store: &blob::Store,
        limit: u64,
        hash: &[u8; 32],
    ) -> Result<Response, blob::Error> {
        let bytes = store.get_verified(self.key.as_str(), limit, Some(hash)).await?;
        Ok(self.respond(bytes.len() as u64, Body::from(bytes)))
    }

    fn respond(self, size: u64, body: Body) -> Response {
        let headers = [
            (header::CONTENT_TYPE, self.content_type.to_owned()),
            (header::CONTENT_LENGTH, size.to_string()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.filename)),
            (header::CONTENT_SECURITY_POLICY, FILE_POLICY.to_owned()),
        ];
        (headers, body).into_response()
    }
}
