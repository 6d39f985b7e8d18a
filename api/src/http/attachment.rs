//! A stored file as a download.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use domain::ObjectKey;
use http::header;

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
        let headers = [
            (header::CONTENT_TYPE, self.content_type.to_owned()),
            (header::CONTENT_LENGTH, size.to_string()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.filename)),
        ];
        Ok((headers, Body::from_stream(bytes)).into_response())
    }
}
