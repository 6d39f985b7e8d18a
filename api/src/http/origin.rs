//! The page that made a request.

use domain::Tenant;
use http::{HeaderMap, HeaderValue, header};
use url::Url;

use super::host::is_local;

/// Returns the origin of a request if it is a page of the tenant: on one of its hosts over https, or local when the API itself is
/// addressed locally.
#[must_use]
pub fn own_origin<'a>(headers: &'a HeaderMap, host: &str, tenant: Option<&Tenant>) -> Option<&'a HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let url = Url::parse(origin.to_str().ok()?).ok()?;
    let page_host = url.host_str()?;
    let is_own =
        url.scheme() == "https" && tenant.is_some_and(|tenant| tenant.hosts.iter().any(|own| own == page_host));
    let both_local = is_local(host) && is_local(page_host) && matches!(url.scheme(), "http" | "https");
    (is_own || both_local).then_some(origin)
}

/// Returns whether a page of the request's own origin, or the user directly, made a request. It checks the headers of
/// [`is_own_page`].
#[must_use]
pub fn is_same_origin(headers: &HeaderMap, host: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let origin = headers.get(header::ORIGIN).and_then(|origin| Url::parse(origin.to_str().ok()?).ok());
    origin.is_some_and(|origin| {
        origin.host_str() == Some(host) && (origin.scheme() == "https" || (is_local(host) && origin.scheme() == "http"))
    })
}

/// Returns whether a page of the tenant, or the user directly, made a request, by headers that pages cannot forge:
/// `Sec-Fetch-Site`, or `Origin`. Returns `false` for a request without either.
#[must_use]
pub fn is_own_page(headers: &HeaderMap, host: &str, tenant: Option<&Tenant>) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    matches!(site, Some(b"same-origin" | b"none")) || own_origin(headers, host, tenant).is_some()
}
