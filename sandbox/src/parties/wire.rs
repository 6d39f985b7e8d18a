//! Shared HTTP helpers of all parties: form fields, redirects, credentials, lost responses.

use std::collections::BTreeMap;
use std::io;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use url::{Host, Url, form_urlencoded};

/// The fields of a query or a form, by name. The last of several fields with the same name wins.
pub(super) type FormFields = BTreeMap<String, String>;

/// Parses a query or a form's body.
pub(super) fn parse_form(text: &str) -> FormFields {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

/// Returns the trimmed value of a field; empty when it is missing.
pub(super) fn field<'a>(fields: &'a FormFields, name: &str) -> &'a str {
    fields.get(name).map_or("", |value| value.trim())
}

/// Parses a URL that a browser may be redirected to: only URLs on this machine. A real party has a list of the allowed
/// URLs.
pub(super) fn parse_local_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_local = match url.host()? {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    (is_local && matches!(url.scheme(), "http" | "https") && url.fragment().is_none()).then_some(url)
}

/// Redirects a browser to `url`, with `pairs` added to its query.
pub(super) fn redirect_to(mut url: Url, pairs: &[(&str, &str)]) -> Response {
    url.query_pairs_mut().extend_pairs(pairs);
    (StatusCode::FOUND, [(LOCATION, url.as_str()), (CACHE_CONTROL, "no-store")]).into_response()
}

/// Returns the credentials of the `Authorization` header if it has this scheme.
pub(super) fn credentials<'a>(headers: &'a HeaderMap, scheme: &str) -> Option<&'a str> {
    let (found, credentials) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    found.eq_ignore_ascii_case(scheme).then(|| credentials.trim())
}

/// Returns a response that closes the connection before its first byte.
pub(crate) fn drop_connection() -> Response {
    // a body that fails before its first byte also discards the unsent head
    let broken = futures::stream::once(async { Err::<String, _>(io::Error::other("the response is lost")) });
    Body::from_stream(broken).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_of_this_machine_are_local() {
        for own in
            ["http://bom.localhost:8400/a?x=1", "https://localhost/", "http://127.0.0.1:1/", "http://[::1]:8400/"]
        {
            assert!(parse_local_url(own).is_some(), "{own}");
        }
        for other in
            ["https://hyeobom.kr/", "http://localhost.kr/", "javascript:alert(1)", "/a", "http://localhost/#a", ""]
        {
            assert!(parse_local_url(other).is_none(), "{other}");
        }
    }
}
