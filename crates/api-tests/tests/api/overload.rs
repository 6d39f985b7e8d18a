//! Load shedding: requests over the limit of those in work.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use api::middleware::handle;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, header};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use futures::{poll, stream};
use runtime::{Clock as _, SystemClock};
use serde_json::json;
use testing::eventually;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tower::ServiceExt as _;

use crate::program::{self, Program};
use crate::races::wait_for_a_lock;
use crate::raw_http::{self, RawResponse};
use crate::test_app::{HOST, JPEG, PHONE, TestApp};

const TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the app's middleware around a route that never responds.
fn hanging_router(app: &TestApp) -> Router {
    let route = get(std::future::pending::<&'static str>);
    Router::new().route("/api/v1/failing", route).layer(from_fn_with_state(app.state.clone(), handle))
}

fn request(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, HOST).body(Body::empty()).expect("a request")
}

#[tokio::test]
async fn request_over_the_limit_is_refused_at_once() {
    let app = TestApp::with_max_concurrent_requests(1).await;
    let patient = app.patient().await;
    let other = app.state.concurrency_limit.try_acquire().expect("no request is in work");
    let code = json!({"phoneNumber": PHONE});
    for call in [
        app.get("/tenant"),
        app.get("/patients/me").token(&patient.token),
        app.call(Method::POST, "/patients/phone-codes").json(&code),
    ] {
        let refused = call.send().await;
        assert_eq!(refused.problem(429), "overloaded");
        assert_eq!(refused.header("retry-after"), Some("1"));
        assert_eq!(refused.expect(429)["detail"], "지금 이용하는 분이 많아요. 잠시 후 다시 시도해 주세요.");
    }
    assert_eq!(app.count("phone_codes").await, 0);
    // a browser sends the call itself only after its preflight
    let preflight = app.call(Method::OPTIONS, "/tenant").header("origin", &format!("https://{HOST}"));
    preflight.header("access-control-request-method", "GET").send().await.expect(204);
    drop(other);
    app.call(Method::POST, "/patients/phone-codes").json(&code).send().await.expect(202);
    app.get("/patients/me").token(&patient.token).send().await.expect(200);
}

#[tokio::test]
async fn canceled_request_returns_its_permit() {
    let app = TestApp::with_max_concurrent_requests(1).await;
    {
        let mut running = pin!(hanging_router(&app).oneshot(request("/api/v1/failing")));
        assert!(poll!(&mut running).is_pending());
        assert_eq!(app.get("/tenant").send().await.problem(429), "overloaded");
    }
    app.get("/tenant").send().await.expect(200);
}

/// Otherwise as many clients as the limit, each with a slow connection, would keep all others out.
#[tokio::test]
async fn request_is_not_in_work_before_its_body() {
    let app = TestApp::with_max_concurrent_requests(1).await;
    for path in ["/api/v1/patients/auth/login", "/api/v1/payments/webhook", "/api/v1/payments/return/inicis"] {
        let request = Request::post(path).header(header::HOST, HOST).header(header::CONTENT_TYPE, "application/json");
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let mut sending = pin!(app.router.clone().oneshot(request.body(body).expect("a request")));
        assert!(poll!(&mut sending).is_pending());
        app.get("/tenant").send().await.expect(200);
    }
}

#[tokio::test]
async fn request_is_not_in_work_while_it_waits() {
    let app = TestApp::with_max_concurrent_requests(1).await;
    app.listen_for_results().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let waiting = tokio::spawn(app.submit_photo(&patient, &key).header("prefer", "wait=15").send());
    app.wait_for_jobs(1).await;
    eventually("a free permit", TIMEOUT, async || app.get("/tenant").send().await.status.is_success()).await;
    assert!(!waiting.is_finished());
    app.read_newest(Ok(())).await;
    let response = waiting.await.expect("no panic");
    assert_eq!(response.expect(201)["tci"]["status"], 1);
}

async fn get_tenant(program: &Program) -> RawResponse {
    let response = raw_http::send_request(program.api, "GET /api/v1/tenant", &[("host", HOST)], b"").await;
    response.expect("a response")
}

#[tokio::test]
async fn overloaded_program_stays_healthy() {
    let app = TestApp::new().await;
    // the program uses the system clock
    app.clock.set(SystemClock.now());
    let patient = app.patient().await;
    let mut command = program::command(&app, "serve");
    command.env("API_MAX_CONCURRENT_REQUESTS", "1");
    let mut program = Program::start(command).await;
    assert!(program.ops("GET /metrics").await.text().contains("\nhyeobom_http_shed_total 0\n"));

    let mut lock = app.superuser().await;
    sqlx::raw_sql("begin; lock table notifications").execute(&mut lock).await.expect("locked");
    let mut client = TcpStream::connect(program.api).await.expect("a connection");
    let start = "GET /api/v1/patients/notifications HTTP/1.1";
    let head = format!("{start}\r\nhost: {HOST}\r\nauthorization: Bearer {}\r\n\r\n", patient.token);
    client.write_all(head.as_bytes()).await.expect("sent");
    wait_for_a_lock(&mut app.superuser().await).await;

    let refused = get_tenant(&program).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (429, Some("overloaded")));
    assert!(refused.head.contains("\r\nretry-after: 1"), "{}", refused.head);
    for start in ["GET /health", "GET /ready"] {
        assert_eq!(program.ops(start).await.status, 200, "{start}");
    }
    assert!(program.ops("GET /metrics").await.text().contains("\nhyeobom_http_shed_total 1\n"));

    // the lock is still held: the permit is returned because the client went away
    drop(client);
    eventually("a free permit", TIMEOUT, async || get_tenant(&program).await.status == 200).await;
    sqlx::raw_sql("rollback").execute(&mut lock).await.expect("unlocked");
    program.terminate().await;
    assert!(program.wait_for_exit().await.success());
    assert!(!program.full_log().await.contains("status=429"), "refusals are counted and not logged");
}
