//! CORS: pages on the tenant's own hosts may call the API.

use domain::Tenant;
use http::{HeaderMap, HeaderValue, Method, header};
use url::Url;

use crate::http::host::is_local;

const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
const ALLOWED_HEADERS: HeaderValue = HeaderValue::from_static(
    "authorization, content-type, accept, accept-language, idempotency-key, prefer, x-request-id",
);
const EXPOSED_HEADERS: HeaderValue =
    HeaderValue::from_static("x-request-id, retry-after, preference-applied, idempotency-replayed");
const MAX_AGE_S: HeaderValue = HeaderValue::from_static("600");

/// Whether a request is a preflight.
#[must_use]
pub fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Returns the origin of a request if its page may read the response: a page on one of the tenant's hosts over https, or a
/// local page when the API itself is addressed locally.
#[must_use]
pub fn allowed_origin(headers: &HeaderMap, host: &str, tenant: Option<&Tenant>) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let url = Url::parse(origin.to_str().ok()?).ok()?;
    let page_host = url.host_str()?;
    let is_own =
        url.scheme() == "https" && tenant.is_some_and(|tenant| tenant.hosts.iter().any(|own| own == page_host));
    let both_local = is_local(host) && is_local(page_host) && matches!(url.scheme(), "http" | "https");
    (is_own || both_local).then(|| origin.clone())
}

/// Lets pages of `origin` read a response.
pub fn allow_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

/// Adds what an allowed origin may send.
pub fn allow_preflight(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE_S);
}
