//! CORS: pages on the tenant's own hosts may call the API.

use domain::Tenant;
use http::{HeaderMap, HeaderValue, Method, header};

use crate::http::origin;

const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
const ALLOWED_HEADERS: HeaderValue = HeaderValue::from_static(
    "authorization, content-type, accept, accept-language, idempotency-key, prefer, x-poll, x-request-id",
);
const EXPOSED_HEADERS: HeaderValue =
    HeaderValue::from_static("x-request-id, retry-after, preference-applied, idempotency-replayed");
const MAX_AGE_S: HeaderValue = HeaderValue::from_static("600");

/// Returns whether a request is a preflight.
#[must_use]
pub fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Returns the origin of a request if its page may read the response.
#[must_use]
pub fn allowed_origin(headers: &HeaderMap, host: &str, tenant: Option<&Tenant>) -> Option<HeaderValue> {
    origin::own_origin(headers, host, tenant).cloned()
}

/// Lets pages of `origin` read a response.
pub fn allow_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

/// Adds the headers that describe what an allowed origin may send.
pub fn allow_preflight(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE_S);
}
