//! Exports of a patient's data. The worker's tests cover the file's content.

use axum::http::Method;
use chrono::TimeDelta;
use domain::{LinkToken, MessageKind};

use crate::client::TestResponse;
use crate::test_app::{OTHER_HOST, SignedIn, TestApp};

async fn request_export(app: &TestApp, patient: &SignedIn) -> TestResponse {
    app.call(Method::POST, "/patients/export").token(&patient.token).send().await
}

/// Stores a file and its link, like the jobs, and returns the link.
async fn link(app: &TestApp, patient: &SignedIn, content: &'static [u8]) -> String {
    let (path, key) = insert_link(app, patient).await;
    app.state.store.put(&key, "application/zip", content.into()).await.expect("stored");
    path
}

/// Inserts an export and returns its link and object key.
async fn insert_link(app: &TestApp, patient: &SignedIn) -> (String, String) {
    request_export(app, patient).await.expect(202);
    let row: (i64, i64, String) =
        sqlx::query_as("select id, patient_id, object_key from exports order by id desc limit 1")
            .fetch_one(&mut app.superuser().await)
            .await
            .expect("an export");
    let now = runtime::Clock::now(&*app.clock);
    let mut conn = app.one.acquire().await.expect("a connection");
    let message = db::messages::NewMessage {
        patient_id: row.1.into(),
        kind: MessageKind::ExportReady,
        channel: domain::Channel::Mail,
        locale: domain::Locale::Ko,
        expires_at: now + TimeDelta::hours(1),
    };
    let message = db::messages::insert(&mut conn, &message, now).await.expect("a message");
    let packed = db::exports::set_packed(&mut conn, row.0.into(), message, now).await.expect("a result");
    assert_eq!(packed, db::exports::PackResult::Recorded);
    let token = LinkToken::from_bytes([9; 16]);
    assert!(db::exports::set_link(&mut conn, message, &token.hash(), now).await.expect("kept"));
    (format!("/patients/export/{}", token.reveal()), row.2)
}

#[tokio::test]
async fn export_is_queued_three_times_a_day() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    assert_eq!(request_export(&app, &patient).await.expect(202), serde_json::json!({}));
    let job = app.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("maintenance", "export_data"));
    let key: String = sqlx::query_scalar("select object_key from exports")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("an export");
    assert!(key.starts_with("export/local/") && key.rsplit('.').next() == Some("zip"), "{key}");
    let once = || app.call(Method::POST, "/patients/export").token(&patient.token).header("idempotency-key", "once");
    once().send().await.expect(202);
    // a replay is not counted
    assert_eq!(once().send().await.header("idempotency-replayed"), Some("true"));
    request_export(&app, &patient).await.expect(202);
    assert_eq!(request_export(&app, &patient).await.problem(429), "too_many_requests");
    assert_eq!(app.count("exports").await, 3);
}

#[tokio::test]
async fn export_link_works_for_a_day_at_its_tenant() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let path = link(&app, &patient, b"PK as good as a file").await;
    for _ in 0..2 {
        let file = app.get(&path).send().await;
        assert_eq!((file.status.as_u16(), file.text.as_str()), (200, "PK as good as a file"));
        assert_eq!(file.header("content-type"), Some("application/zip"));
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"my-data.zip\""));
        assert_eq!(file.header("content-length"), Some("20"));
        assert_eq!(file.header("cache-control"), Some("no-store"));
    }
    let elsewhere = app.call_host(OTHER_HOST, Method::GET, &path).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    for nothing in ["x", "AAAAAAAAAAAAAAAAAAAAAA"] {
        let refused = app.get(&format!("/patients/export/{nothing}")).send().await;
        assert_eq!(refused.problem(404), "invalid_token");
    }
    app.clock.advance(TimeDelta::hours(24));
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token");
}

#[tokio::test]
async fn account_deletion_ends_the_export_link() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let path = link(&app, &patient, b"PK").await;
    app.delete_account(&patient.token).await.expect(204);
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token");
    assert_eq!(app.count("exports where token_hash is not null").await, 0);
}

#[tokio::test]
async fn export_link_of_deleted_account_is_invalid() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let path = link(&app, &patient, b"PK").await;
    let left = sqlx::query("update patients set left_at = now()");
    left.execute(&mut app.superuser().await).await.expect("changed");
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token");
}

#[tokio::test]
async fn export_download_storage_outage_returns_503() {
    let app = TestApp::without(None, Some("http://127.0.0.1:9")).await;
    let patient = app.patient().await;
    let (path, _) = insert_link(&app, &patient).await;
    let response = app.get(&path).send().await;
    assert_eq!(response.problem(503), "storage_unavailable");
    assert_eq!(response.header("retry-after"), Some("3"));
    assert!(!response.text.contains("127.0.0.1"));
}

#[tokio::test]
async fn failed_export_notifies_with_a_link() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    let owner = me["patient"]["id"].as_i64().expect("an id").into();
    let (kind, now) = (domain::NotificationKind::ExportFailed, runtime::Clock::now(&*app.clock));
    let mut conn = app.one.acquire().await.expect("a connection");
    db::notifications::insert_plain(&mut conn, owner, kind, now).await.expect("notified");
    let response = app.get("/patients/notifications").token(&patient.token).header("accept-language", "en");
    let response = response.send().await.expect(200);
    let response = &response["notifications"][0];
    assert_eq!((&response["kind"], &response["link"]), (&"export_failed".into(), &"/account".into()));
    assert_eq!(response["title"], "Your data could not be sent");
}
