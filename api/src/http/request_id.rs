//! The id that a request's response, logs and jobs share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};
use runtime::Random;

use crate::problem::{Code, Problem};

/// The header of requests and responses.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A request's id: 8 to 64 letters, digits, dots, dashes and underscores.
#[derive(Clone, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Returns the id as a header's value.
    #[must_use]
    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    fn incoming(headers: &HeaderMap) -> Option<Self> {
        let value = headers.get(&HEADER)?;
        let bytes = value.as_bytes();
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte);
        ((8..=64).contains(&bytes.len()) && bytes.iter().all(allowed)).then(|| Self(value.clone()))
    }
}

impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Problem::new(Code::Internal))
    }
}

/// Generates ids from a random prefix for the process and a counter, without a system call for each id.
#[derive(Clone, Debug)]
pub struct RequestIds {
    process: Arc<str>,
    count: Arc<AtomicU32>,
}

impl RequestIds {
    /// Creates a generator with a new prefix.
    #[must_use]
    pub fn new(random: &Random) -> Self {
        let process = format!("{:016x}", u64::from_le_bytes(random.bytes()));
        Self { process: process.into(), count: Arc::default() }
    }

    /// Returns the request's own id if it is well-formed, or generates one.
    #[must_use]
    pub fn from_headers(&self, headers: &HeaderMap) -> RequestId {
        RequestId::incoming(headers).unwrap_or_else(|| {
            let text = format!("{}-{:08x}", self.process, self.count.fetch_add(1, Ordering::Relaxed));
            RequestId(HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static("request")))
        })
    }
}
