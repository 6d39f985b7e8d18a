//! Editions of the terms and the privacy policy, and patients' consents to them.

use axum::http::Method;
use chrono::NaiveDate;
use domain::LegalDocument;
use domain::legal::{EDITIONS, Edition};
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::test_app::{SignedIn, TestApp};

const TERMS: &str = "/patients/me/terms";
/// A disadvantageous change, announced on 2 January 2027 and in effect from 1 February.
const DISADVANTAGEOUS: Edition = Edition {
    document: LegalDocument::Terms,
    effective: NaiveDate::from_ymd_opt(2027, 2, 1).expect("a day"),
    announced: NaiveDate::from_ymd_opt(2027, 1, 2).expect("a day"),
    is_disadvantage: true,
};
/// Calls that start something new.
const NEEDS_TERMS: [&str; 9] = [
    "post /patients/accept-invite",
    "post /patients/insurances",
    "post /patients/payments",
    "post /patients/people",
    "post /patients/tcis",
    "post /patients/tcis/self-check",
    "post /patients/uploads",
    "post /patients/walk-ins",
    "put /patients/tcis/self-check/{tciId}/picture",
];
/// Calls that are possible without consent to the terms.
const NEEDS_NO_TERMS: [&str; 29] = [
    "delete /patients/institutions/{id}/favorite",
    "delete /patients/insurances/{id}",
    "delete /patients/payments/{oid}",
    "delete /patients/me",
    "delete /patients/me/email",
    "delete /patients/people/{id}",
    "delete /patients/sessions",
    "delete /patients/sessions/{id}",
    "delete /patients/tcis/self-check/{tciId}",
    "post /patients/auth/confirm",
    "post /patients/auth/logout",
    "post /patients/export",
    "post /patients/insurances/quote",
    "post /patients/insurances/{id}/documents/{code}/links",
    "post /patients/me/email",
    "post /patients/notifications/read",
    "post /patients/notifications/{id}/read",
    "post /patients/tcis/{id}/report/links",
    "put /patients/consents",
    "put /patients/institutions/{id}/favorite",
    "put /patients/insurances/{id}/payments",
    "put /patients/me/address",
    "put /patients/me/name",
    "put /patients/me/name-request",
    "put /patients/me/notification-settings",
    "put /patients/me/phone",
    "put /patients/me/terms",
    "put /patients/people/{id}",
    "put /patients/tcis/{id}",
];

async fn terms(app: &TestApp, patient: &SignedIn) -> Value {
    app.get(TERMS).token(&patient.token).send().await.expect(200)["documents"][0].clone()
}

async fn agree(app: &TestApp, patient: &SignedIn, body: &Value) -> TestResponse {
    app.call(Method::PUT, TERMS).token(&patient.token).json(body).send().await
}

/// Sets the clock to noon in Korea and signs up.
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
    let response = agree(&app, &patient, &announced).await.expect(200);
    assert_eq!(response["documents"][0]["agreed"], "2026-12-10");
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

/// Returns the code of a problem; empty for other responses.
fn code_of(response: &TestResponse) -> String {
    let body: Value = serde_json::from_str(&response.text).unwrap_or_default();
    body["code"].as_str().unwrap_or_default().to_owned()
}

/// Returns every call of a signed-in patient in the document that is not a read.
fn patient_writes() -> Vec<String> {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let paths = document["paths"].as_object().expect("the paths");
    let mut calls = Vec::new();
    for (path, item) in paths.iter().filter(|(path, _)| path.starts_with("/patients/")) {
        for (method, operation) in item.as_object().expect("operations") {
            if method != "get" && operation["security"].is_array() {
                calls.push(format!("{method} {path}"));
            }
        }
    }
    calls.sort();
    calls
}

#[tokio::test]
async fn unaccepted_disadvantage_stops_new_things() {
    let app = TestApp::with_editions(&[DISADVANTAGEOUS, EDITIONS[1], EDITIONS[3]]).await;
    let mut listed: Vec<&str> = NEEDS_TERMS.iter().chain(&NEEDS_NO_TERMS).copied().collect();
    listed.sort_unstable();
    assert_eq!(patient_writes(), listed, "each call needs the terms or does not");
    let code = async |call: &str, patient: &SignedIn| {
        let (method, path) = call.split_once(' ').expect("method and path");
        let path = path.replace("{tciId}", "7").replace("{id}", "7").replace("{code}", "medical_bill_receipt");
        let method = method.to_ascii_uppercase().parse::<Method>().expect("a method");
        code_of(&app.call(method, &path).token(&patient.token).json(&json!({})).send().await)
    };

    let early = signed_up_on(&app, "2027-01-31").await;
    for call in NEEDS_TERMS {
        assert_ne!(code(call, &early).await, "terms_consent_required", "{call}: not in effect yet");
    }
    app.clock.set("2027-01-31T15:00:00Z".parse().expect("a time"));
    assert_eq!(terms(&app, &early).await["needsConsent"], true);
    for call in NEEDS_TERMS {
        assert_eq!(code(call, &early).await, "terms_consent_required", "{call}");
    }
    // the other calls do not end the session
    for call in NEEDS_NO_TERMS.iter().filter(|call| !call.ends_with("sessions") && !call.ends_with("logout")) {
        assert_ne!(code(call, &early).await, "terms_consent_required", "{call}");
    }
    for path in ["/patients/me", "/patients/tcis", "/patients/insurances", "/patients/consents"] {
        app.get(path).token(&early.token).send().await.expect(200);
    }
    agree(&app, &early, &json!({"document": "terms", "effective": "2027-02-01"})).await.expect(200);
    for call in NEEDS_TERMS {
        assert_ne!(code(call, &early).await, "terms_consent_required", "{call}: agreed to");
    }
}

#[tokio::test]
async fn agreement_in_notice_period_counts_later() {
    let app = TestApp::with_editions(&[DISADVANTAGEOUS, EDITIONS[1], EDITIONS[3]]).await;
    let patient = signed_up_on(&app, "2027-01-31").await;
    agree(&app, &patient, &json!({"document": "terms", "effective": "2027-02-01"})).await.expect(200);
    app.clock.set("2027-01-31T15:00:00Z".parse().expect("a time"));
    let person = json!({"name": "김어른", "relation": "parent", "birth": "1950-01-01", "consent": "agreed"});
    app.call(Method::POST, "/patients/people").token(&patient.token).json(&person).send().await.expect(201);
}

#[tokio::test]
async fn refused_key_works_once_agreed() {
    let app = TestApp::with_editions(&[DISADVANTAGEOUS, EDITIONS[1], EDITIONS[3]]).await;
    let patient = signed_up_on(&app, "2027-01-31").await;
    app.clock.set("2027-01-31T15:00:00Z".parse().expect("a time"));
    let upload = async || {
        let call = app.call(Method::POST, "/patients/uploads").token(&patient.token).header("idempotency-key", "one");
        call.json(&json!({"filename": "tongue.jpg", "contentType": "image/jpeg", "size": 1000})).send().await
    };
    let refused = upload().await;
    assert_eq!(code_of(&refused), "terms_consent_required");
    agree(&app, &patient, &json!({"document": "terms", "effective": "2027-02-01"})).await.expect(200);
    // the rejection was not stored for the key
    upload().await.expect(201);
}
