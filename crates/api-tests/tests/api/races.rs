//! Sign-ins concurrent with a change of the account: no session survives the change.

use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use testing::eventually;

use crate::client::TestResponse;
use crate::fake_partners::FakePartners;
use crate::test_app::{PASSWORD, TestApp};

/// Sends a call while `change` is uncommitted, and commits once the call waits for its lock.
async fn call_during(app: &TestApp, change: &'static str, call: impl Future<Output = TestResponse>) -> TestResponse {
    let mut changing = app.superuser().await;
    let mut tx = changing.begin().await.expect("a transaction");
    sqlx::query(change).execute(&mut *tx).await.expect("changed");
    let commit = async {
        // a call that does not wait has finished by then
        wait_for_a_lock(&mut app.superuser().await).await;
        tx.commit().await.expect("committed");
    };
    tokio::join!(call, commit).0
}

async fn wait_for_a_lock(conn: &mut PgConnection) {
    let waiting = "select exists(select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock')";
    eventually("a waiting lock", Duration::from_secs(10), async || {
        sqlx::query_scalar(waiting).fetch_one(&mut *conn).await.expect("a result")
    })
    .await;
}

/// The changes that end all sessions: a new password, and account deletion.
const CHANGES: [&str; 2] = ["update patients set password_hash = 'another'", "update patients set left_at = now()"];

#[tokio::test]
async fn login_racing_a_password_change_fails() {
    for change in CHANGES {
        let app = TestApp::new().await;
        let patient = app.patient().await;
        let before = app.count("patient_sessions").await;
        let response = call_during(&app, change, app.login(&patient.login, PASSWORD)).await;
        assert_eq!(response.problem(401), "invalid_credentials", "{change}");
        assert_eq!(app.count("patient_sessions").await, before, "{change}");
    }
}

#[tokio::test]
async fn replayed_signup_racing_a_change_fails() {
    for change in CHANGES {
        let app = TestApp::new().await;
        let body = app.signup_body("kimhaneul").await;
        let call = || app.call(Method::POST, "/patients/auth/signup").header("idempotency-key", "k").json(&body);
        call().send().await.expect(201);
        let before = app.count("patient_sessions").await;
        let response = call_during(&app, change, call().send()).await;
        assert_eq!(response.problem(422), "idempotency_mismatch", "{change}");
        assert_eq!(app.count("patient_sessions").await, before, "{change}");
    }
}

#[tokio::test]
async fn social_sign_in_racing_account_deletion_fails() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let patient = app.patient().await;
    partners.set_response("/kauth/oauth/token", 200, &json!({"access_token": "T", "token_type": "bearer"}));
    partners.set_response("/kapi/v2/user/me", 200, &json!({"id": 7}));
    let link = "insert into social_accounts (tenant_id, patient_id, provider, subject, created_at)
                select tenant_id, id, 'kakao', '7', now() from patients";
    sqlx::query(link).execute(&mut app.superuser().await).await.expect("linked");
    let left = app.get("/patients/social/kakao/start").send().await;
    let to: url::Url = left.header("location").expect("a way").parse().expect("a URL");
    let state = to.query_pairs().find(|(name, _)| name == "state").expect("a state").1.into_owned();
    let cookie = left.header("set-cookie").expect("a cookie").split(';').next().expect("a pair").to_owned();
    let back = app.get(&format!("/patients/social/kakao?code=C&state={state}")).header("cookie", &cookie);
    let before = app.count("patient_sessions").await;
    let response = call_during(&app, CHANGES[1], back.send()).await;
    let location = response.header("location").expect("a way");
    assert!(location.starts_with("/auth/signup/form?social="), "{location}");
    assert_eq!(app.count("patient_sessions").await, before, "{}", patient.login);
}
