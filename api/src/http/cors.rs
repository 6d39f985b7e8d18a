//! Which pages of other origins may call: those of the tenant's own hosts.

use domain::Tenant;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use url::Url;

use super::host::is_local;

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
const ALLOWED: HeaderValue = HeaderValue::from_static(
    "authorization, content-type, accept, accept-language, idempotency-key, prefer, x-request-id",
);
const EXPOSED: HeaderValue =
    HeaderValue::from_static("x-request-id, retry-after, preference-applied, idempotency-replayed");
const TEN_MINUTES: HeaderValue = HeaderValue::from_static("600");

/// Whether a request asks what it may send instead of sending it.
#[must_use]
pub fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// The origin of a request if its page may read the answer: one of the tenant's hosts over https, or a local page when
/// the API itself is addressed locally.
#[must_use]
pub fn allowed_origin(headers: &HeaderMap, host: &str, tenant: Option<&Tenant>) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let url = Url::parse(origin.to_str().ok()?).ok()?;
    let page = url.host_str()?;
    let own = url.scheme() == "https" && tenant.is_some_and(|tenant| tenant.hosts.iter().any(|own| own == page));
    let local = is_local(host) && is_local(page) && matches!(url.scheme(), "http" | "https");
    (own || local).then(|| origin.clone())
}

/// Marks an answer as readable by `origin`.
pub fn mark(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

/// Answers a preflight of an allowed origin.
pub fn answer_preflight(headers: &mut HeaderMap) -> StatusCode {
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, TEN_MINUTES);
    StatusCode::NO_CONTENT
}
