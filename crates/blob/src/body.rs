//! Response bodies.

use aws_sdk_s3::operation::get_object::GetObjectOutput;
use bytes::{Bytes, BytesMut};

use crate::error::Error;

/// Converts a content length to an object's size. A missing length counts as 0.
pub(crate) fn size(length: Option<i64>) -> u64 {
    length.and_then(|length| u64::try_from(length).ok()).unwrap_or_default()
}

/// Reads the body of a response, up to a limit.
pub(crate) async fn collect(mut response: GetObjectOutput, limit: u64) -> Result<Bytes, Error> {
    let announced = size(response.content_length());
    if announced > limit {
        return Err(Error::TooLarge(limit));
    }
    let mut bytes = BytesMut::with_capacity(usize::try_from(announced.min(1 << 24)).unwrap_or_default());
    loop {
        match response.body.try_next().await {
            Ok(Some(part)) => bytes.extend_from_slice(&part),
            Ok(None) => return Ok(bytes.freeze()),
            Err(error) => return Err(Error::Unavailable(error.to_string())),
        }
        if bytes.len() as u64 > limit {
            return Err(Error::TooLarge(limit));
        }
    }
}
