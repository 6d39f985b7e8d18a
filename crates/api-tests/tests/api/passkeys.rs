//! Passkeys of staff, with a simulated authenticator.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::client::TestResponse;
use crate::test_app::{PASSWORD, TestApp};

const PASSKEYS: &str = "/institutions/auth/passkeys";
const SIGN_IN: &str = "/institutions/auth/second-factor/passkey";
const ORIGIN: &str = "https://one.example";

/// A browser with its own passkey.
struct Browser<'a> {
    app: &'a TestApp,
    key: Authenticator,
}

impl<'a> Browser<'a> {
    fn new(app: &'a TestApp) -> Self {
        Self { app, key: Authenticator::new() }
    }

    async fn post(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        self.app.call(Method::POST, path).token(token).header("origin", ORIGIN).json(body).send().await
    }

    /// Creates a key for a session's challenge, like a page at `origin`.
    async fn create(&mut self, token: &str, origin: &str) -> Value {
        let options = self.post(token, &format!("{PASSKEYS}/options"), &json!({"currentPassword": PASSWORD})).await;
        self.key.create(&options.expect(200)["options"]["publicKey"], origin)
    }

    /// Signs the challenge of a sign-in.
    async fn sign(&mut self, token: &str, origin: &str) -> Value {
        let options = self.post(token, &format!("{SIGN_IN}/options"), &json!({})).await.expect(200);
        self.key.sign(&options["options"]["publicKey"], origin)
    }
}

#[tokio::test]
async fn passkey_signs_in_as_second_factor() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let mut browser = Browser::new(&app);
    let credential = browser.create(&nurse.token, ORIGIN).await;
    let body = json!({"name": "진료실 노트북", "credential": credential});
    let made = browser.post(&nurse.token, PASSKEYS, &body).await.expect(201);
    assert_eq!(made["recoveryCodes"].as_array().map(Vec::len), Some(10));
    assert_eq!(browser.post(&nurse.token, PASSKEYS, &body).await.problem(422), "passkey_rejected", "used once");

    let login = app.staff_login(&nurse.login, PASSWORD).await.expect(200);
    assert_eq!((&login["next"], &login["methods"]), (&json!("second_factor"), &json!(["passkey"])));
    let token = app.staff_token(&nurse.login, PASSWORD).await;
    let signed = json!({"credential": browser.sign(&token, ORIGIN).await});
    // the response to another session's challenge
    let other = app.staff_token(&nurse.login, PASSWORD).await;
    browser.sign(&other, ORIGIN).await;
    assert_eq!(browser.post(&other, SIGN_IN, &signed).await.problem(422), "passkey_rejected");
    assert_eq!(browser.post(&token, SIGN_IN, &signed).await.expect(200)["next"], Value::Null);
    app.get("/institutions/tcis").token(&token).send().await.expect(200);
    let state = app.get("/institutions/auth/second-factor").token(&token).send().await.expect(200);
    let shown = &state["passkeys"][0];
    assert_eq!((&shown["name"], &shown["host"]), (&json!("진료실 노트북"), &json!("one.example")));
    assert!(shown["usedAt"].is_string() && state["hasApp"] == false, "{state}");
    assert_eq!(
        app.count(&format!("access_log where action = 'second_factor_failed' and staff_id = {}", nurse.id)).await,
        1
    );
}

#[tokio::test]
async fn passkey_removed_meanwhile_is_rejected() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let mut browser = Browser::new(&app);
    let credential = browser.create(&nurse.token, ORIGIN).await;
    let made =
        browser.post(&nurse.token, PASSKEYS, &json!({"name": "열쇠", "credential": credential})).await.expect(201);
    let token = app.staff_token(&nurse.login, PASSWORD).await;
    let signed = json!({"credential": browser.sign(&token, ORIGIN).await});
    let path = format!("{PASSKEYS}/{}/remove", made["id"]);
    browser.post(&nurse.token, &path, &json!({"currentPassword": PASSWORD})).await.expect(204);
    assert_eq!(browser.post(&token, SIGN_IN, &signed).await.problem(422), "passkey_rejected");
    assert_eq!(app.get("/institutions/tcis").token(&token).send().await.problem(403), "second_factor_required");
    assert_eq!(app.count("access_log where action = 'second_factor_failed'").await, 1);
}

#[tokio::test]
async fn passkey_of_another_page_or_time_is_rejected() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let mut browser = Browser::new(&app);
    let options = format!("{PASSKEYS}/options");
    let unproven = browser.post(&nurse.token, &options, &json!({})).await;
    assert_eq!(unproven.invalid_fields(), ["currentPassword.required"]);
    let phished = browser.create(&nurse.token, "https://one.example.evil.example").await;
    let response = browser.post(&nurse.token, PASSKEYS, &json!({"name": "x", "credential": phished})).await;
    assert_eq!(response.problem(422), "passkey_rejected");
    let credential = browser.create(&nurse.token, ORIGIN).await;
    app.advance_in_use(TimeDelta::minutes(5)).await;
    let late = browser.post(&nurse.token, PASSKEYS, &json!({"name": "x", "credential": credential})).await;
    assert_eq!(late.problem(422), "passkey_rejected");
    for wrong in [Value::Null, json!({}), json!("x")] {
        let response = browser.post(&nurse.token, PASSKEYS, &json!({"name": "x", "credential": wrong})).await;
        assert_eq!(response.problem(422), "passkey_rejected");
    }
    assert_eq!(browser.post(&nurse.token, PASSKEYS, &json!({"name": " "})).await.invalid_fields(), ["name.required"]);
    assert_eq!(app.count("staff_passkeys").await, 0);
    assert_eq!(browser.post(&nurse.token, SIGN_IN, &json!({})).await.problem(409), "illegal_transition");
}

#[tokio::test]
async fn removed_passkey_takes_recovery_codes_with_it() {
    let app = TestApp::new().await;
    let (nurse, other) = (app.staff(StaffRole::ShootingExpert).await, app.staff(StaffRole::AnalysisExpert).await);
    let mut browser = Browser::new(&app);
    let credential = browser.create(&nurse.token, ORIGIN).await;
    let made =
        browser.post(&nurse.token, PASSKEYS, &json!({"name": "열쇠", "credential": credential})).await.expect(201);
    let path = format!("{PASSKEYS}/{}/remove", made["id"]);
    let current = json!({"currentPassword": PASSWORD});
    assert_eq!(browser.post(&other.token, &path, &current).await.problem(404), "not_found");
    assert_eq!(browser.post(&nurse.token, &path, &json!({})).await.invalid_fields(), ["currentPassword.required"]);
    browser.post(&nurse.token, &path, &current).await.expect(204);
    assert_eq!(app.count("staff_recovery_codes").await, 0);
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.expect(200)["next"], Value::Null);
}
