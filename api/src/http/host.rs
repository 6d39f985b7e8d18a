//! The host that a request was sent to.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, Uri, header};

/// The host that a request was sent to, without its port.
#[derive(Clone, Debug)]
pub struct RequestHost(pub String);

impl<S: Sync> FromRequestParts<S> for RequestHost {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(from_request(&parts.uri, &parts.headers).unwrap_or_default().to_owned()))
    }
}

/// Returns the host without its port, from the request line or the `Host` header.
#[must_use]
pub fn from_request<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    match uri.host() {
        Some(host) => Some(host),
        None => headers.get(header::HOST)?.to_str().ok().map(strip_port),
    }
}

/// Returns whether a host is the local machine: `localhost`, `*.localhost` or a loopback address.
#[must_use]
pub fn is_local(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let last = host.rsplit('.').next().unwrap_or_default();
    last.eq_ignore_ascii_case("localhost") || host == "127.0.0.1" || host == "[::1]"
}

/// Returns whether two hosts are the same, ignoring case and a trailing dot.
#[must_use]
pub fn is_same(host: &str, other: &str) -> bool {
    host.trim_end_matches('.').eq_ignore_ascii_case(other.trim_end_matches('.'))
}

/// Strips the port of a host.
#[must_use]
pub fn strip_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Returns the query parameter `host`, percent-decoded. It overrides the host on local hosts.
#[must_use]
pub fn query_override(uri: &Uri) -> Option<String> {
    let pairs = url::form_urlencoded::parse(uri.query()?.as_bytes());
    pairs.into_iter().find(|(name, value)| name == "host" && !value.is_empty()).map(|(_, value)| value.into_owned())
}
