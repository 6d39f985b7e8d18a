//! The security and cache headers of pages and files.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::Deserialize;

use super::pages::ServedPath;

const SERVICE_WORKER: &str = "/sw.js";
const PERMISSIONS_POLICY: &str = "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), midi=(), magnetometer=(), \
     gyroscope=(), accelerometer=(), display-capture=(), browsing-topics=()";
const STRICT_TRANSPORT_SECURITY: &str = "max-age=63072000; includeSubDomains";
/// The cache headers of files below `/assets/`, whose names contain a hash of their content.
const CACHE_FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const CACHE_REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const CACHE_ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// The hashes of a page's inline scripts and styles.
#[derive(Debug, Default, Deserialize)]
struct Hashes {
    scripts: Vec<String>,
    styles: Vec<String>,
}

/// The content security policies of the pages and the service worker, by file path. Other files have none: browsers
/// only apply them to documents and workers, and they would be longer than most files.
#[derive(Clone, Debug)]
pub struct ContentSecurityPolicies {
    by_path: Arc<HashMap<String, HeaderValue>>,
    without_inline: HeaderValue,
}

impl ContentSecurityPolicies {
    /// Builds the policies of the web app at `root` (`csp.json` of its build), which loads pictures from `storage` and uploads
    /// to it.
    ///
    /// # Errors
    /// `csp.json` is missing or malformed.
    pub fn read(root: &Path, storage: &str) -> Result<Self> {
        let file = root.join("csp.json");
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}: build the web app first", file.display()))?;
        let pages: HashMap<String, Hashes> =
            serde_json::from_str(&text).with_context(|| format!("{} is malformed", file.display()))?;
        let storage = reqwest::Url::parse(storage).context("S3_PUBLIC_URL")?.origin().ascii_serialization();
        let policy = |hashes: &Hashes| HeaderValue::from_str(&build_policy(hashes, &storage)).context("the policy");
        let by_path =
            pages.into_iter().map(|(path, hashes)| Ok((path, policy(&hashes)?))).collect::<Result<HashMap<_, _>>>()?;
        Ok(Self { by_path: Arc::new(by_path), without_inline: policy(&Hashes::default())? })
    }

    fn find(&self, response: &Response) -> Option<HeaderValue> {
        let ServedPath(path) = response.extensions().get()?;
        let is_page = Path::new(path).extension().is_some_and(|extension| extension == "html");
        let other = (is_page || path == SERVICE_WORKER).then_some(&self.without_inline);
        self.by_path.get(path).or(other).cloned()
    }
}

fn build_policy(hashes: &Hashes, storage: &str) -> String {
    let joined = |list: &[String]| list.iter().fold(String::new(), |all, hash| all + " " + hash);
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self'{}", joined(&hashes.scripts)),
        format!("style-src 'self'{}", joined(&hashes.styles)),
        "style-src-attr 'unsafe-inline'".to_owned(),
        format!("img-src 'self' blob: data: {storage}"),
        format!("connect-src 'self' {storage}"),
        "font-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "worker-src 'self' blob:".to_owned(),
        format!("form-action 'self' {storage}"),
        "frame-ancestors 'none'".to_owned(),
        "base-uri 'self'".to_owned(),
    ]
    .join("; ")
}

/// Adds the security headers to a response: all of them to pages and the service worker, and to other files those that
/// apply to files.
pub async fn add_security_headers(
    State(policies): State<ContentSecurityPolicies>,
    request: Request,
    next: Next,
) -> Response {
    let is_local = is_local(request.headers());
    // the app must be able to close a payment window, and to receive messages from it
    let opener = if request.uri().path().starts_with("/payment/") { "unsafe-none" } else { "same-origin-allow-popups" };
    let mut response = next.run(request).await;
    let policy = policies.find(&response);
    let headers = response.headers_mut();
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    if !is_local {
        headers.insert("strict-transport-security", HeaderValue::from_static(STRICT_TRANSPORT_SECURITY));
    }
    let Some(policy) = policy else { return response };
    headers.insert("content-security-policy", policy);
    for (name, value) in [
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("permissions-policy", PERMISSIONS_POLICY),
        ("cross-origin-opener-policy", opener),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Adds the cache headers to a response: pages and the service worker are revalidated, files with a hash in their name are
/// cached forever.
pub async fn add_cache_headers(request: Request, next: Next) -> Response {
    let is_immutable = request.uri().path().starts_with("/assets/");
    let is_worker = request.uri().path() == SERVICE_WORKER;
    let mut response = next.run(request).await;
    let is_page = response.headers().get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    let is_found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let value = match (is_found, is_immutable, is_page || is_worker) {
        (false, ..) | (.., true) => CACHE_REVALIDATE,
        (true, true, _) => CACHE_FOREVER,
        (true, false, _) => CACHE_ONE_HOUR,
    };
    response.headers_mut().insert(CACHE_CONTROL, value);
    response
}

/// Returns whether the host is a local name, for which HTTPS is not required.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |(n, _)| n);
    name == "localhost" || name.ends_with(".localhost") || name.starts_with("127.") || name == "[::1]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_hosts_are_local() {
        let local = |host: &'static str| is_local(&HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]));
        assert!(local("localhost:8400") && local("bom.localhost") && local("127.0.0.1:1") && local("[::1]:8400"));
        assert!(!local("hyeobom.kr") && !local("localhost.hyeobom.kr:8400"));
    }

    #[test]
    fn policy_allows_only_the_build_and_the_storage() {
        let hashes = Hashes { scripts: vec!["'sha256-a='".to_owned()], styles: vec![] };
        let text = build_policy(&hashes, "http://127.0.0.1:8404");
        assert!(text.contains("script-src 'self' 'sha256-a=';"), "{text}");
        assert!(text.contains("connect-src 'self' http://127.0.0.1:8404;"), "{text}");
        assert!(!text.contains("script-src 'self' 'unsafe"), "{text}");
    }
}
