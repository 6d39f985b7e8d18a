//! Editions of the terms and the privacy policy, and what a patient agreed to.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::test_app::{SignedIn, TestApp};

const TERMS: &str = "/patients/me/terms";

async fn terms(app: &TestApp, patient: &SignedIn) -> Value {
    app.get(TERMS).token(&patient.token).send().await.expect(200)["documents"][0].clone()
}

async fn agree(app: &TestApp, patient: &SignedIn, body: &Value) -> TestResponse {
    app.call(Method::PUT, TERMS).token(&patient.token).json(body).send().await
}

/// Moves the clock to a Korean noon and signs up.
async fn signed_up_on(app: &TestApp, day: &str) -> SignedIn {
    app.clock.set(format!("{day}T03:00:00Z").parse().expect("a time"));
    let body = app.signup_body("terms1").await;
    SignedIn { login: "terms1".to_owned(), token: app.signup(&body).await.token() }
}

#[tokio::test]
async fn announced_edition_is_shown_and_agreed_to() {
    let app = TestApp::new().await;
    let patient = signed_up_on(&app, "2026-11-26").await;
    let before = terms(&app, &patient).await;
    assert_eq!((&before["current"], &before["upcoming"]), (&json!("2025-01-01"), &Value::Null), "not announced yet");
    let announced = json!({"document": "terms", "effective": "2026-12-10"});
    assert_eq!(agree(&app, &patient, &announced).await.invalid_fields(), ["effective.unknown"]);

    app.clock.set("2026-11-26T15:00:00Z".parse().expect("a time"));
    let period = terms(&app, &patient).await;
    assert_eq!(period["upcoming"], json!({"effective": "2026-12-10", "isDisadvantage": false}));
    assert_eq!((&period["agreed"], &period["needsConsent"]), (&json!("2025-01-01"), &json!(false)));
    let answer = agree(&app, &patient, &announced).await.expect(200);
    assert_eq!(answer["documents"][0]["agreed"], "2026-12-10");
    agree(&app, &patient, &announced).await.expect(200);
    // each agreement stays on record
    let kept = "consents where kind = 'terms' and version = '2025-01-01' and withdrawn_at is not null";
    assert_eq!((app.count(kept).await, app.count("consents where kind = 'terms'").await), (1, 2));
    for (body, field) in [
        (json!({"document": "terms", "effective": "2024-01-01"}), "effective.unknown"),
        (json!({"document": "other", "effective": "2025-01-01"}), "document.format"),
        (json!({"document": "privacy"}), "effective.unknown"),
    ] {
        assert_eq!(agree(&app, &patient, &body).await.invalid_fields(), [field]);
    }
}

#[tokio::test]
async fn sign_up_agrees_to_edition_in_effect() {
    let app = TestApp::new().await;
    let patient = signed_up_on(&app, "2026-12-10").await;
    let found = terms(&app, &patient).await;
    assert_eq!((&found["current"], &found["agreed"]), (&json!("2026-12-10"), &json!("2026-12-10")));
    assert_eq!(found["needsConsent"], false);
}
