//! What the parties have in common on the wire: form fields, addresses to return to, bearer tokens.

use std::collections::BTreeMap;

use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use url::{Host, Url, form_urlencoded};

/// Fields of a query or a form, by name; the last of two with the same name.
pub(super) type Fields = BTreeMap<String, String>;

/// Reads a query or a form's body.
pub(super) fn fields(text: &str) -> Fields {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

/// The field, or the empty text.
pub(super) fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map_or("", |value| value.trim())
}

/// An address that the product may be returned to: http on this machine. A real party asks for the list of all of them;
/// that is not known here, and no other machine's may be among them.
pub(super) fn own_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let here = match url.host()? {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    (here && matches!(url.scheme(), "http" | "https") && url.fragment().is_none()).then_some(url)
}

/// Sends a browser back to `url`, with `pairs` added to its query.
pub(super) fn send_back(mut url: Url, pairs: &[(&str, &str)]) -> Response {
    url.query_pairs_mut().extend_pairs(pairs);
    (StatusCode::FOUND, [(LOCATION, url.as_str()), (CACHE_CONTROL, "no-store")]).into_response()
}

/// What follows `scheme` in the `Authorization` header.
pub(super) fn credential<'a>(headers: &'a HeaderMap, scheme: &str) -> Option<&'a str> {
    let (given, rest) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    given.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_returned_to() {
        for own in
            ["http://bom.localhost:8400/a?x=1", "https://localhost/", "http://127.0.0.1:1/", "http://[::1]:8400/"]
        {
            assert!(own_address(own).is_some(), "{own}");
        }
        for other in
            ["https://hyeobom.kr/", "http://localhost.kr/", "javascript:alert(1)", "/a", "http://localhost/#a", ""]
        {
            assert!(own_address(other).is_none(), "{other}");
        }
    }
}
