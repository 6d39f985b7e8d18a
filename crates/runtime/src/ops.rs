//! The operations port: `/health`, `/ready` and `/metrics`, and routes that a binary adds behind the operations token.

use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use futures::future::join_all;
use secrecy::{ExposeSecret as _, SecretString};
use subtle::ConstantTimeEq as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::metrics::Metrics;
use crate::server::{self, Limits};

/// How long a readiness check may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// How long [`probe`] waits.
pub const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

type CheckFuture = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;
type Check = Arc<dyn Fn() -> CheckFuture + Send + Sync>;

/// A builder for the operations port of a binary.
#[derive(Clone)]
pub struct Ops {
    metrics: Metrics,
    shutdown: CancellationToken,
    checks: Vec<(&'static str, Check)>,
}

impl Debug for Ops {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.checks.iter().map(|(name, _)| name).collect();
        f.debug_struct("Ops").field("checks", &names).finish_non_exhaustive()
    }
}

impl Ops {
    /// Returns a port without checks. It is not ready after `shutdown` is cancelled.
    #[must_use]
    pub fn new(metrics: Metrics, shutdown: CancellationToken) -> Self {
        Self { metrics, shutdown, checks: Vec::new() }
    }

    /// Adds a readiness check. Its error is shown, so it must not contain secrets.
    #[must_use]
    pub fn check<F, R>(mut self, name: &'static str, check: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.checks.push((name, Arc::new(move || Box::pin(check()))));
        self
    }

    /// Returns the routes. Other routes need [`require_token`].
    pub fn router(self) -> Router {
        Router::new()
            .route("/health", get(|| async { "ok" }))
            .route("/ready", get(ready))
            .route("/metrics", get(metrics))
            .with_state(Arc::new(self))
    }
}

/// `GET /ready`: 200 when all checks pass, else 503, with a JSON object of checks and "ok" or the error.
///
/// `?exclude=redis` leaves a check out, as in Kubernetes' own `/readyz`: a balancer that asked about what all processes
/// share would take all of them out of service at once.
async fn ready(State(ops): State<Arc<Ops>>, RawQuery(query): RawQuery) -> Response {
    let excluded =
        |name: &str| query.iter().flat_map(|query| query.split('&')).any(|one| one == format!("exclude={name}"));
    let wanted = ops.checks.iter().filter(|(name, _)| !excluded(name));
    let outcomes = join_all(wanted.map(async |(name, check)| {
        let outcome = tokio::time::timeout(CHECK_TIMEOUT, check()).await;
        (*name, outcome.unwrap_or_else(|_| Err("no answer in time".to_owned())))
    }));
    let stopping = ops.shutdown.is_cancelled().then(|| ("process", Err("stopping".to_owned())));
    let outcomes: BTreeMap<_, _> = outcomes.await.into_iter().chain(stopping).collect();
    let is_ready = outcomes.values().all(Result::is_ok);
    let report: BTreeMap<_, _> =
        outcomes.into_iter().map(|(name, outcome)| (name, outcome.err().unwrap_or_else(|| "ok".to_owned()))).collect();
    (if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, Json(report)).into_response()
}

/// `GET /metrics`: Prometheus' text format.
async fn metrics(State(ops): State<Arc<Ops>>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4"))], ops.metrics.render())
        .into_response()
}

/// Requires `Authorization: Bearer {token}` for a router. The comparison takes constant time.
pub fn require_token(router: Router, token: SecretString) -> Router {
    router.layer(from_fn_with_state(Arc::new(token), check_token))
}

async fn check_token(State(token): State<Arc<SecretString>>, request: Request, next: Next) -> Response {
    let value = request.headers().get(header::AUTHORIZATION).map(HeaderValue::as_bytes);
    let sent = value.and_then(|value| value.strip_prefix(b"Bearer ")).unwrap_or_default();
    if bool::from(sent.ct_eq(token.expose_secret().as_bytes())) {
        next.run(request).await
    } else {
        (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response()
    }
}

/// Serves a router until `stop` is cancelled, then finishes open requests.
pub async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    server::serve(listener, router, Limits::OPERATIONS, stop).await;
}

/// Calls `GET /health` of a running process, for the health checks of containers.
///
/// # Errors
/// When no response comes within [`PROBE_TIMEOUT`], or its status is not 200.
pub async fn probe(address: SocketAddr) -> io::Result<()> {
    let send = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(b"GET /health HTTP/1.0\r\nhost: localhost\r\n\r\n").await?;
        let mut response = String::new();
        stream.read_to_string(&mut response).await?;
        if response.split_whitespace().nth(1) == Some("200") { Ok(()) } else { Err(io::Error::other("not healthy")) }
    };
    tokio::time::timeout(PROBE_TIMEOUT, send).await?
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use tower::ServiceExt as _;

    use super::*;

    async fn send(router: Router, path: &str, token: Option<&str>) -> (StatusCode, String) {
        let mut request = Request::get(path);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = router.oneshot(request).await.expect("a response");
        let status = response.status();
        let body = to_bytes(response.into_body(), 10_000).await.expect("a body");
        (status, String::from_utf8(body.to_vec()).expect("text"))
    }

    #[tokio::test]
    async fn ready_reports_failed_checks_and_shutdown() {
        let shutdown = CancellationToken::new();
        let ops = Ops::new(Metrics::install(), shutdown.clone()).check("database", || async { Ok(()) });
        assert_eq!(
            send(ops.clone().router(), "/ready", None).await,
            (StatusCode::OK, r#"{"database":"ok"}"#.to_owned())
        );
        let failing = ops.clone().check("redis", || async { Err("refused".to_owned()) });
        let report = r#"{"database":"ok","redis":"refused"}"#.to_owned();
        assert_eq!(send(failing.clone().router(), "/ready", None).await, (StatusCode::SERVICE_UNAVAILABLE, report));
        let excluded = send(failing.router(), "/ready?exclude=mail&exclude=redis", None).await;
        assert_eq!(excluded, (StatusCode::OK, r#"{"database":"ok"}"#.to_owned()));
        shutdown.cancel();
        let report = r#"{"database":"ok","process":"stopping"}"#.to_owned();
        assert_eq!(send(ops.clone().router(), "/ready", None).await, (StatusCode::SERVICE_UNAVAILABLE, report));
        let excluded = send(ops.router(), "/ready?exclude=database", None).await;
        assert_eq!(excluded, (StatusCode::SERVICE_UNAVAILABLE, r#"{"process":"stopping"}"#.to_owned()));
    }

    #[tokio::test]
    async fn token_is_required() {
        let inner = Router::new().route("/queues", get(|| async { "queues" }));
        let router = require_token(inner, SecretString::from("right"));
        assert_eq!(send(router.clone(), "/queues", None).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(send(router.clone(), "/queues", Some("wrong")).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(send(router.clone(), "/queues", Some("")).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(send(router, "/queues", Some("right")).await, (StatusCode::OK, "queues".to_owned()));
    }

    #[tokio::test]
    async fn probe_needs_a_served_port() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve(listener, Ops::new(Metrics::install(), stop.clone()).router(), stop.clone()));
        probe(address).await.expect("healthy");
        stop.cancel();
        served.await.expect("no panic");
        probe(address).await.expect_err("closed");
    }

    #[tokio::test]
    async fn hanging_check_is_not_ready() {
        let ops = Ops::new(Metrics::install(), CancellationToken::new()).check("s3", std::future::pending);
        let report = r#"{"s3":"no answer in time"}"#.to_owned();
        assert_eq!(send(ops.router(), "/ready", None).await, (StatusCode::SERVICE_UNAVAILABLE, report));
    }

    #[tokio::test]
    async fn health_and_metrics_need_no_token() {
        let router = Ops::new(Metrics::install(), CancellationToken::new()).router();
        assert_eq!(send(router.clone(), "/health", None).await, (StatusCode::OK, "ok".to_owned()));
        assert_eq!(send(router, "/metrics", None).await.0, StatusCode::OK);
    }

    #[tokio::test]
    async fn probe_needs_status_200() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, Router::new(), CancellationToken::new()));
        assert!(probe(address).await.is_err());
    }
}
