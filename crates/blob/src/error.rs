//! Errors of calls to the object store.

use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The object does not exist.
    #[error("no such object")]
    NotFound,
    /// The object is larger than the caller's limit.
    #[error("the object is larger than {0} bytes")]
    TooLarge(u64),
    /// The object's content does not match the stored hash.
    #[error("the object was changed since it was stored")]
    Changed,
    /// The store cannot be reached, is too slow, or refuses the request. A later retry may help.
    #[error("the object store is unavailable: {0}")]
    Unavailable(String),
}

impl Error {
    /// Classifies a failed call.
    pub(crate) fn from_sdk<E>(error: &SdkError<E>) -> Self
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
    {
        let status = error.raw_response().map(|response| response.status().as_u16());
        if status == Some(404) { Self::NotFound } else { Self::Unavailable(DisplayErrorContext(error).to_string()) }
    }
}
