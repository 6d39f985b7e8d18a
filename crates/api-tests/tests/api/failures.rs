//! Internal failures, whose causes are not shown to clients.

use api::middleware::handle;
use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};

use crate::client::{Call, TestResponse};
use crate::test_app::{HOST, TestApp};

/// Calls a failing route behind the middleware.
async fn send_failing(app: &TestApp, route: MethodRouter<()>) -> TestResponse {
    let router = Router::new().route("/api/v1/failing", route).layer(from_fn_with_state(app.state.clone(), handle));
    Call::new(router, Method::GET, HOST, "/failing").send().await
}

async fn panics() -> &'static str {
    panic!("a secret of ours")
}

async fn never_responds() -> &'static str {
    std::future::pending().await
}

#[tokio::test]
async fn panic_returns_500_without_details() {
    let app = TestApp::new().await;
    let response = send_failing(&app, get(panics)).await;
    assert_eq!(response.problem(500), "internal");
    assert!(!response.text.contains("secret"), "{}", response.text);
    assert!(response.header("x-request-id").is_some());
}

#[tokio::test]
async fn slow_request_times_out() {
    let app = TestApp::new().await;
    let response = send_failing(&app, get(never_responds)).await;
    assert_eq!(response.problem(408), "timeout");
}

#[tokio::test]
async fn database_error_returns_500_without_details() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    sqlx::raw_sql("drop table notifications cascade").execute(&mut app.superuser().await).await.expect("it is dropped");
    let response = app.get("/patients/notifications").token(&patient.token).send().await;
    assert_eq!(response.problem(500), "internal");
    assert_eq!(response.header("retry-after"), None);
    for word in ["notifications", "relation", "select", "sqlx"] {
        assert!(!response.text.contains(word), "{}", response.text);
    }
}
