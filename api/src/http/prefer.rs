//! `Prefer: wait=N` (RFC 7240).

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::request::Parts;

/// The longest wait, in seconds.
const LONGEST: u64 = 15;

/// How long the client would wait for the work's end; zero when it did not say.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wait(pub Duration);

impl Wait {
    /// Reads the preference; one that cannot be read is no preference.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let lines = headers.get_all("prefer").iter().filter_map(|line| line.to_str().ok());
        let mut preferences = lines.flat_map(|line| line.split([',', ';']));
        let seconds = preferences.find_map(|one| one.trim().strip_prefix("wait=")?.trim_matches('"').parse().ok());
        Self(Duration::from_secs(seconds.unwrap_or(0).min(LONGEST)))
    }
}

impl<S: Sync> FromRequestParts<S> for Wait {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_wait_is_read_and_bounded() {
        let wait = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", HeaderValue::from_static(text));
            Wait::of(&headers).0.as_secs()
        };
        assert_eq!(wait("wait=5"), 5);
        assert_eq!(wait("respond-async, wait=5"), 5);
        assert_eq!(wait("wait=999"), 15);
        assert_eq!(wait("wait=-1"), 0);
        assert_eq!(wait("wait"), 0);
        assert_eq!(Wait::of(&HeaderMap::new()).0, Duration::ZERO);
    }
}
