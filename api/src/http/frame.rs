//! The one layer around every route: request id, time limit, panics, problems in words, security headers, CORS, metrics
//! and the log line. One layer instead of a stack of them keeps an authenticated read cheap.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use domain::Locale;
use futures::FutureExt as _;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use runtime::logging::chain;
use tokio::time::Instant;

use super::{RequestId, Wait, cors, host, request_id};
use crate::App;
use crate::problem::{Code, Problem, page};

/// How long a request may take, on top of what it asked to wait.
const LIMIT: Duration = Duration::from_secs(10);

const SECURITY: [(HeaderName, HeaderValue); 7] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-site")),
    // for the answers that a browser shows as a page: the ways back from an outside party
    (OPENER, HeaderValue::from_static("same-origin-allow-popups")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    ),
];
/// Below it lie the pages of the window that a payment is made in. The app must be able to close that window and to hear from
/// it, so no page on its way may cut it off.
const PAYMENTS: &str = "/api/v1/payments/";
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const HSTS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// What the frame keeps of a request while the handler has it.
struct Seen {
    id: RequestId,
    method: Method,
    route: Option<MatchedPath>,
    language: Option<HeaderValue>,
    default_locale: Locale,
    local: bool,
    pays: bool,
    navigates: bool,
    origin: Option<HeaderValue>,
    started: Instant,
}

/// Runs a request inside the frame.
pub async fn frame(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let seen = Seen::of(&app, &request);
    let mut answer = if cors::is_preflight(request.method(), request.headers()) {
        preflight(&seen)
    } else {
        let limit = LIMIT + Wait::of(request.headers()).0;
        request.extensions_mut().insert(seen.id.clone());
        let run = tokio::time::timeout(limit, next.run(request));
        match AssertUnwindSafe(run).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Problem::new(Code::Timeout).into_response(),
            Err(panic) => Problem::internal(panic_text(panic.as_ref())).into_response(),
        }
    };
    if answer.status().is_client_error() || answer.status().is_server_error() {
        answer = put_in_words(answer, &seen);
    }
    seen.finish(answer)
}

impl Seen {
    fn of(app: &App, request: &Request) -> Self {
        let headers = request.headers();
        let host = host::of(request.uri(), headers).unwrap_or_default();
        let tenant = app.directory.of_request(host, request.uri());
        Self {
            id: app.request_ids.of(headers),
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            language: headers.get(header::ACCEPT_LANGUAGE).cloned(),
            default_locale: tenant.as_ref().map_or(Locale::Ko, |tenant| tenant.default_locale),
            local: host::is_local(host),
            pays: request.uri().path().starts_with(PAYMENTS),
            navigates: page::is_navigation(headers),
            origin: cors::allowed_origin(headers, host, tenant.as_deref()),
            started: Instant::now(),
        }
    }

    fn finish(self, mut answer: Response) -> Response {
        let status = answer.status();
        let headers = answer.headers_mut();
        if self.pays {
            headers.insert(OPENER, HeaderValue::from_static("unsafe-none"));
        }
        for (name, value) in SECURITY {
            // a page that we show has a policy of its own
            headers.entry(name).or_insert(value);
        }
        if !self.local {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
        }
        headers.insert(request_id::HEADER, self.id.header());
        let route = self.route.as_ref().map_or("none", MatchedPath::as_str);
        let took = self.started.elapsed();
        super::measure::record(&self.method, route, status, took);
        if self.method != Method::GET || status.is_server_error() {
            let (request_id, method) = (self.id.as_str(), self.method.as_str());
            tracing::info!(request_id, method, route, status = status.as_u16(), ms = took.as_millis(), "answered");
        }
        if let Some(origin) = self.origin {
            cors::mark(headers, origin);
        }
        answer
    }
}

fn preflight(seen: &Seen) -> Response {
    let mut headers = HeaderMap::new();
    let status = if seen.origin.is_some() { cors::answer_preflight(&mut headers) } else { StatusCode::NO_CONTENT };
    (status, headers).into_response()
}

/// Writes the body of an error answer, the framework's own included, and logs a failure of ours.
fn put_in_words(mut answer: Response, seen: &Seen) -> Response {
    let problem = answer.extensions_mut().remove::<Problem>();
    let problem = problem.unwrap_or_else(|| Problem::new(Code::of_status(answer.status())));
    if problem.code.status().is_server_error() {
        let route = seen.route.as_ref().map_or("none", MatchedPath::as_str);
        let cause = problem.cause.as_ref().map(|cause| chain(cause.as_ref())).unwrap_or_default();
        tracing::error!(request_id = seen.id.as_str(), route, code = problem.code.as_str(), cause, "request failed");
    }
    let language = seen.language.as_ref().and_then(|language| language.to_str().ok());
    let locale = Locale::from_accept_language(language, seen.default_locale);
    // a person can do nothing with JSON
    let body = if seen.navigates {
        Body::from(page::page(problem.code, locale))
    } else {
        Body::from(serde_json::to_vec(&problem.body(locale)).unwrap_or_default())
    };
    let mut worded = Response::new(body);
    *worded.status_mut() = problem.code.status();
    let headers = worded.headers_mut();
    if seen.navigates {
        headers.insert(header::CONTENT_TYPE, HTML);
        headers.insert(header::CONTENT_SECURITY_POLICY, page::POLICY);
    } else {
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
    }
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
    if let Some(allow) = answer.headers_mut().remove(header::ALLOW) {
        headers.insert(header::ALLOW, allow);
    }
    if let Some(seconds) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if problem.code == Code::Unauthorized {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    worded
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a text"))
}
