//! The one middleware around every route: request id, load shedding, timeout, panics, problem bodies, security headers,
//! CORS, metrics and the log line. One layer instead of a stack keeps an authenticated read cheap.

mod cors;
pub mod metrics;

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use domain::{Locale, Tenant};
use futures::FutureExt as _;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use runtime::logging::chain;
use tokio::time::Instant;
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use crate::App;
use crate::extract::CallerSlot;
use crate::extract::tenant::is_served;
use crate::http::address::peer;
use crate::http::{RequestId, RequestPermit, Wait, host, request_id};
use crate::problem::{Code, Problem, page};

/// How long a request may take, in addition to the wait that it prefers.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-site")),
    // for the responses that a browser shows as a page: redirects back from another company's site
    (CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    ),
];
/// The pages of the payment window. The app closes that window and receives messages from it, so no page in it may isolate
/// its opener.
const PAYMENT_WINDOW_PREFIX: &str = "/api/v1/payments/";
/// The calls of operators.
const OPS_PREFIX: &str = "/api/v1/ops/";
const HSTS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// The data of a request that the middleware needs after the handler.
struct RequestInfo {
    id: RequestId,
    method: Method,
    route: Option<MatchedPath>,
    accept_language: Option<HeaderValue>,
    default_locale: Locale,
    is_local: bool,
    /// Why no handler gets the request: it is on the wrong host, or too many are in work.
    refusal: Option<Code>,
    in_payment_window: bool,
    is_navigation: bool,
    allowed_origin: Option<HeaderValue>,
    caller: CallerSlot,
    started_at: Instant,
    span: Span,
}

/// Runs a request.
pub async fn handle(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut info = RequestInfo::new(&app, &request);
    let mut response = if let Some(code) = info.refusal {
        Problem::new(code).into_response()
    } else if cors::is_preflight(request.method(), request.headers()) {
        respond_to_preflight(&info)
    } else if let Some(permit) = app.concurrency_limit.try_acquire() {
        run(&app, &info, &permit, request, next).await
    } else {
        info.refusal = Some(Code::Overloaded);
        metrics::record_shed();
        Problem::overloaded().into_response()
    };
    info.span.clone().in_scope(|| {
        if response.status().is_client_error() || response.status().is_server_error() {
            response = render_problem(response, &info);
        }
        info.finish(response)
    })
}

/// Runs a request until its response, its timeout or its panic.
async fn run(app: &App, info: &RequestInfo, permit: &RequestPermit, mut request: Request, next: Next) -> Response {
    let timeout = REQUEST_TIMEOUT + Wait::from_headers(request.headers()).0;
    let address = app.trusted_proxies.client_address(peer(request.extensions()), request.headers());
    let extensions = request.extensions_mut();
    extensions.insert(address);
    extensions.insert(info.id.clone());
    extensions.insert(info.caller.clone());
    extensions.insert(permit.clone());
    let run = tokio::time::timeout(timeout, next.run(request).instrument(info.span.clone()));
    match AssertUnwindSafe(run).catch_unwind().await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => Problem::new(Code::Timeout).into_response(),
        Err(panic) => Problem::internal(panic_message(panic.as_ref())).into_response(),
    }
}

/// Creates the request's span. It starts a new trace, because a caller's trace context is not trusted.
fn request_span(method: &Method, route: &str, id: &RequestId) -> Span {
    runtime::exported_span!(
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method.as_str(),
        http.route = route,
        http.response.status_code = Empty,
        request.id = id.as_str(),
    )
}

impl RequestInfo {
    fn new(app: &App, request: &Request) -> Self {
        let headers = request.headers();
        let host = host::from_request(request.uri(), headers).unwrap_or_default();
        let tenant = app.directory.find_for_request(host, request.uri());
        let id = app.request_ids.from_headers(headers);
        let route = request.extensions().get::<MatchedPath>().cloned();
        Self {
            span: request_span(request.method(), route.as_ref().map_or("none", MatchedPath::as_str), &id),
            id,
            method: request.method().clone(),
            route,
            accept_language: headers.get(header::ACCEPT_LANGUAGE).cloned(),
            default_locale: tenant.as_ref().map_or(Locale::Ko, |tenant| tenant.default_locale),
            is_local: host::is_local(host),
            refusal: find_wrong_host(app, host, request, tenant.as_deref()),
            in_payment_window: request.uri().path().starts_with(PAYMENT_WINDOW_PREFIX),
            is_navigation: page::is_navigation(headers),
            allowed_origin: cors::allowed_origin(headers, host, tenant.as_deref()),
            caller: CallerSlot::default(),
            started_at: Instant::now(),
        }
    }

    fn route(&self) -> &str {
        self.route.as_ref().map_or("none", MatchedPath::as_str)
    }

    /// Returns whether a response gets a log line: all do except permitted reads. A signed-in caller's 404 is logged, because
    /// a read of somebody else's object gets the same response as that of a missing one. Requests refused because of
    /// overload are only counted: a line for each would add to it.
    fn is_logged(&self, status: StatusCode) -> bool {
        let is_denied = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS => true,
            StatusCode::NOT_FOUND => self.caller.get().is_some(),
            _ => false,
        };
        let is_shed = self.refusal == Some(Code::Overloaded);
        !is_shed && (self.method != Method::GET || status.is_server_error() || is_denied)
    }

    /// Adds the headers of every response, and records the request.
    fn finish(self, mut response: Response) -> Response {
        let status = response.status();
        let headers = response.headers_mut();
        if self.in_payment_window {
            headers.insert(CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("unsafe-none"));
        }
        for (name, value) in SECURITY_HEADERS {
            // HTML pages of the API set their own policy
            headers.entry(name).or_insert(value);
        }
        if !self.is_local {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
        }
        headers.insert(request_id::HEADER, self.id.header());
        let elapsed = self.started_at.elapsed();
        metrics::record(&self.method, self.route(), status, elapsed);
        self.span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
        if self.is_logged(status) {
            let (request_id, method, route) = (self.id.as_str(), self.method.as_str(), self.route());
            let caller = self.caller.get().map(tracing::field::display);
            let ms = elapsed.as_millis();
            tracing::info!(request_id, method, route, caller, status = status.as_u16(), ms, "answered");
        }
        if let Some(origin) = self.allowed_origin {
            cors::allow_origin(headers, origin);
        }
        response
    }
}

/// Returns the problem of a call on the wrong host. Operators' calls are served on their own host only, which belongs
/// to no tenant. A tenant's hosts serve only the product of the tenant's kind.
fn find_wrong_host(app: &App, host: &str, request: &Request, tenant: Option<&Tenant>) -> Option<Code> {
    match (host::is_same(host, &app.ops_host), request.uri().path().starts_with(OPS_PREFIX)) {
        (true, false) => Some(Code::UnknownTenant),
        (false, true) => Some(Code::NotFound),
        (true, true) => None,
        (false, false) => {
            let route = request.extensions().get::<MatchedPath>()?;
            (!is_served(tenant?.kind, route.as_str())).then_some(Code::UnknownTenant)
        }
    }
}

fn respond_to_preflight(info: &RequestInfo) -> Response {
    let mut headers = HeaderMap::new();
    if info.allowed_origin.is_some() {
        cors::allow_preflight(&mut headers);
    }
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Renders the body of an error response, including those of the framework, and logs internal failures.
fn render_problem(mut response: Response, info: &RequestInfo) -> Response {
    let problem = response.extensions_mut().remove::<Problem>();
    let problem = problem.unwrap_or_else(|| Problem::new(Code::from_status(response.status())));
    if problem.code.status().is_server_error() {
        let cause = problem.cause.as_ref().map(|cause| chain(cause.as_ref())).unwrap_or_default();
        let (request_id, route) = (info.id.as_str(), info.route());
        tracing::error!(request_id, route, code = problem.code.as_str(), cause, "request failed");
    }
    let accept_language = info.accept_language.as_ref().and_then(|value| value.to_str().ok());
    let locale = Locale::from_accept_language(accept_language, info.default_locale);
    let body = if info.is_navigation {
        Body::from(page::render(problem.code, locale))
    } else {
        Body::from(serde_json::to_vec(&problem.body(locale)).unwrap_or_default())
    };
    let mut rendered = Response::new(body);
    *rendered.status_mut() = problem.code.status();
    let headers = rendered.headers_mut();
    if info.is_navigation {
        headers.insert(header::CONTENT_TYPE, HTML);
        headers.insert(header::CONTENT_SECURITY_POLICY, page::POLICY);
    } else {
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
    }
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        headers.insert(header::ALLOW, allow);
    }
    if let Some(seconds) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if problem.code == Code::Unauthorized {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    rendered
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a message"))
}
