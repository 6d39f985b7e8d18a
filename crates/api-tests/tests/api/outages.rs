//! Outages of other systems.

use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use testing::PrivateRedis;

use crate::test_app::{JPEG, PASSWORD, TestApp};

/// The discard port, on which nothing listens.
const NO_REDIS: &str = "redis://127.0.0.1:9";
const NO_STORAGE: &str = "http://127.0.0.1:9";

#[tokio::test]
async fn redis_outage_keeps_the_job() {
    let app = TestApp::without(Some(NO_REDIS), None).await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    app.submit_photo(&patient, &key).send().await.expect(201);
    let job = app.newest_job().await;
    assert_eq!((job.state.as_str(), job.kind.as_str()), ("queued", "read_picture"));
}

#[tokio::test]
async fn redis_outage_keeps_login_limits() {
    let app = TestApp::without(Some(NO_REDIS), None).await;
    let patient = app.patient().await;
    app.login(&patient.login, PASSWORD).await.expect(200);
    for _ in 0..10 {
        assert_eq!(app.login(&patient.login, "wrong1234!").await.problem(401), "invalid_credentials");
    }
    assert_eq!(app.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn hanging_redis_does_not_block_requests() {
    let redis = PrivateRedis::start().await;
    let app = TestApp::without(Some(&redis.url()), None).await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    redis.pause(Duration::from_mins(5)).await;
    let calls = async {
        app.login(&patient.login, PASSWORD).await.expect(200);
        app.submit_photo(&patient, &key).send().await.expect(201);
    };
    // a request that waited for Redis would time out
    tokio::time::timeout(Duration::from_secs(10), calls).await.expect("nobody waited for Redis");
    assert_eq!(app.newest_job().await.state, "queued");
}

#[tokio::test]
async fn storage_outage_leaves_no_partial_rows() {
    let app = TestApp::without(None, Some(NO_STORAGE)).await;
    let patient = app.consenting_patient().await;
    // signing does not need the storage
    let issued = app.upload(&patient, "image/jpeg", 100).await.expect(201);
    let hand_in = app.submit_photo(&patient, issued["key"].as_str().expect("a key"));
    let response = hand_in.header("idempotency-key", "down-1").send().await;
    assert_eq!(response.problem(503), "storage_unavailable");
    assert_eq!(response.header("retry-after"), Some("3"));
    assert!(!response.text.contains("127.0.0.1"));
    assert_eq!(app.count("tcis").await + app.count("jobs").await, 0);
    assert_eq!(app.count("uploads where used_at is not null").await, 0);
    assert_eq!(app.count("idempotency_keys").await, 0);
}

#[tokio::test]
async fn database_outage_returns_503_with_retry_after() {
    let mut app = TestApp::with_own_database().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    app.postgres().stop().await;
    let login = json!({"loginUserId": patient.login, "password": PASSWORD});
    let size = json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": 1000});
    for call in [
        app.get("/patients/me").token(&patient.token),
        app.get("/patients/valid-id?userId=fresh123"),
        app.call(Method::POST, "/patients/auth/login").json(&login),
        app.call(Method::POST, "/patients/uploads").token(&patient.token).json(&size),
        app.submit_photo(&patient, &key).header("idempotency-key", "press-1"),
    ] {
        let response = call.send().await;
        assert_eq!(response.problem(503), "unavailable");
        assert_eq!(response.header("retry-after"), Some("3"));
        assert_eq!(response.expect(503)["detail"], "지금은 서비스를 이용할 수 없어요. 잠시 후 다시 시도해 주세요.");
    }
    // the tenant is cached
    app.get("/tenant").send().await.expect(200);

    app.postgres().restart().await;
    app.get("/patients/me").token(&patient.token).send().await.expect(200);
    app.submit_photo(&patient, &key).header("idempotency-key", "press-1").send().await.expect(201);
    assert_eq!((app.count("tcis").await, app.count("jobs").await), (1, 1));
}
