//! `Prefer: wait=N` (RFC 7240).

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::request::Parts;

/// The longest wait, in seconds.
const MAX_WAIT_S: u64 = 15;

/// How long the client is willing to wait for the result. Zero without a preference.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wait(pub Duration);

impl Wait {
    /// Parses the preference. An invalid one is ignored.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let lines = headers.get_all("prefer").iter().filter_map(|line| line.to_str().ok());
        let mut preferences = lines.flat_map(|line| line.split([',', ';']));
        let seconds = preferences.find_map(|one| one.trim().strip_prefix("wait=")?.trim_matches('"').parse().ok());
        Self(Duration::from_secs(seconds.unwrap_or(0).min(MAX_WAIT_S)))
    }
}

impl<S: Sync> FromRequestParts<S> for Wait {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_headers(&parts.headers))
    }
}
