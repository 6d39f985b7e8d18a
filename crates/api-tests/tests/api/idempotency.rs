//! Idempotency keys of creating calls.

use api::services::limiter::{CODE_NUMBER, EXPORT_PATIENT};
use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::claims::Purchase;
use crate::client::{Call, TestResponse};
use crate::test_app::{JPEG, PHONE, TestApp};

fn with_key(call: Call, key: &str) -> Call {
    call.header("idempotency-key", key)
}

#[track_caller]
fn is_replayed(first: &TestResponse, second: &TestResponse) {
    assert_eq!(first.header("idempotency-replayed"), None);
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert_eq!((first.status, &first.expect(201)), (second.status, &second.expect(201)));
}

#[tokio::test]
async fn upload_key_is_idempotent() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let ask = |size: u32, key: &str| {
        let call = app.call(Method::POST, "/patients/uploads").token(&patient.token);
        with_key(call, key).json(&json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": size})).send()
    };
    let first = ask(1000, "key-1").await;
    is_replayed(&first, &ask(1000, "key-1").await);
    assert_eq!(ask(1001, "key-1").await.problem(422), "idempotency_mismatch");
    assert_ne!(ask(1000, "key-2").await.expect(201)["key"], first.expect(201)["key"]);
    // the same key of another patient is another call
    let other = app.patient().await;
    let call = app.call(Method::POST, "/patients/uploads").token(&other.token);
    let body = json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": 1000});
    assert_ne!(with_key(call, "key-1").json(&body).send().await.expect(201)["key"], first.expect(201)["key"]);
}

#[tokio::test]
async fn repeated_self_check_creates_one_analysis() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let press = || with_key(app.submit_photo(&patient, &key), "press-1").send();
    let (one, two, three) = tokio::join!(press(), press(), press());
    let later = press().await;
    let first = [&one, &two, &three].into_iter().find(|response| response.header("idempotency-replayed").is_none());
    let first = first.expect("one did the work");
    for response in [&one, &two, &three, &later] {
        assert_eq!(response.expect(201), first.expect(201));
    }
    is_replayed(first, &later);
    assert_eq!((app.count("tcis").await, app.count("jobs").await), (1, 1));
    // a retry after a lost response, after the upload has expired
    app.clock.advance(TimeDelta::minutes(31));
    is_replayed(first, &press().await);
    let other = app.stored_upload(&patient, JPEG).await;
    assert_eq!(
        with_key(app.submit_photo(&patient, &other), "press-1").send().await.problem(422),
        "idempotency_mismatch"
    );
}

#[tokio::test]
async fn repeated_photo_change_has_one_effect() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let path = format!("/patients/tcis/self-check/{id}/picture");
    let put =
        |body: &Value, key: &str| with_key(app.call(Method::PUT, &path).token(&patient.token), key).json(body).send();
    let before = app.count("pictures").await;
    let photo = json!({"url": app.stored_upload(&patient, JPEG).await});
    let (one, two) = tokio::join!(put(&photo, "put-1"), put(&photo, "put-1"));
    assert_eq!(one.expect(200), two.expect(200));
    // the photo was replaced in the meantime: the replay does not revert it
    let crop = json!({"coordinates": {"left": 0, "top": 0, "width": 100, "height": 100}});
    put(&crop, "put-2").await.expect(200);
    let later = put(&photo, "put-1").await;
    assert_eq!((later.header("idempotency-replayed"), later.expect(200)), (Some("true"), one.expect(200)));
    assert_eq!(app.count("pictures").await, before + 2);
    assert_eq!(put(&crop, "put-1").await.problem(422), "idempotency_mismatch");
}

#[tokio::test]
async fn corrected_call_may_use_the_key_again() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let ask = |size: u32| {
        let call = app.call(Method::POST, "/patients/uploads").token(&patient.token);
        with_key(call, "key-1").json(&json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": size})).send()
    };
    assert_eq!(ask(0).await.invalid_fields(), ["size.range"]);
    let first = ask(1000).await;
    is_replayed(&first, &ask(1000).await);
}

#[tokio::test]
async fn repeated_claim_compares_its_secrets() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let insurer = app.insurer("현대해상").await;
    app.give_provide_consent(&purchase.patient, "insurer", insurer).await;
    let draft = app.forwarded_draft(insurer).await;
    for (path, body, claim) in [("/patients/payments", &draft, "/claim"), ("/patients/insurances", &draft["claim"], "")]
    {
        let press = async |body: &Value| {
            let call = app.call(Method::POST, path).token(&purchase.patient.token).json(body);
            with_key(call, "claim-1").send().await
        };
        is_replayed(&press(body).await, &press(body).await);
        for (secret, corrected) in
            [("accountNumber", "12345678901235"), ("residentFront", "900132"), ("residentBack", "")]
        {
            let mut other = body.clone();
            other.pointer_mut(claim).expect("the claim")[secret] = json!(corrected);
            assert_eq!(press(&other).await.problem(422), "idempotency_mismatch", "{path} {secret}");
        }
    }
}

/// The release before compares no secrets. Its stored hash is that of a claim without any.
#[tokio::test]
async fn claim_of_release_before_is_replayed() {
    let app = TestApp::new().await;
    let patient = app.patient_with_consents().await;
    let press = async |body: &Value| {
        let call = app.call(Method::POST, "/patients/insurances").token(&patient.token).json(body);
        with_key(call, "claim-1").send().await
    };
    let mut body = app.claim_body().await;
    let first = press(&body).await;
    body["accountNumber"] = json!("12345678901234");
    is_replayed(&first, &press(&body).await);
    body["reason"] = json!("다른 사유");
    assert_eq!(press(&body).await.problem(422), "idempotency_mismatch");
}

#[tokio::test]
async fn repeated_phone_code_sends_one_message() {
    let app = TestApp::new().await;
    let press = async |phone: &str| {
        let call = app.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": phone}));
        with_key(call, "code-1").send().await
    };
    let (one, two) = tokio::join!(press(PHONE), press(PHONE));
    let later = press(PHONE).await;
    for response in [&one, &two, &later] {
        assert_eq!((response.status.as_u16(), response.text.as_str()), (202, ""));
    }
    assert_eq!(later.header("idempotency-replayed"), Some("true"));
    assert_eq!((app.count("phone_codes").await, app.count("jobs").await), (1, 1));
    assert_eq!(press("01087654321").await.problem(422), "idempotency_mismatch");
}

#[tokio::test]
async fn replay_does_not_count_against_the_limit() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    let code = |key: &str| {
        let call = app.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": PHONE}));
        with_key(call, key).send()
    };
    let export = |key: &str| with_key(app.call(Method::POST, "/patients/export").token(&patient.token), key).send();
    let first = [code("one").await, export("one").await];
    app.exhaust_limit(CODE_NUMBER, &format!("{}:{PHONE}", app.one.tenant())).await;
    app.exhaust_limit(EXPORT_PATIENT, &me["patient"]["id"].to_string()).await;
    for (first, again) in first.iter().zip([code("one").await, export("one").await]) {
        assert_eq!((again.status.as_u16(), &again.text), (202, &first.text));
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
    }
    for refused in [code("two").await, export("two").await] {
        assert_eq!(refused.problem(429), "too_many_requests");
    }
    assert_eq!(app.count("idempotency_keys").await, 2, "a refused call leaves its key free");
    assert_eq!((app.count("phone_codes").await, app.count("exports").await), (1, 1));
}

#[tokio::test]
async fn rejected_call_does_not_use_its_key() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let issued = app.upload(&patient, "image/jpeg", 100).await.expect(201);
    let key = issued["key"].as_str().expect("a key");
    assert_eq!(with_key(app.submit_photo(&patient, key), "try-1").send().await.problem(422), "upload_missing");
    app.store(key, JPEG).await;
    with_key(app.submit_photo(&patient, key), "try-1").send().await.expect(201);
}

#[tokio::test]
async fn repeated_signup_creates_one_account() {
    let app = TestApp::new().await;
    let body = app.signup_body("kimhaneul").await;
    let send = |body: &serde_json::Value| {
        with_key(app.call(Method::POST, "/patients/auth/signup"), "join-1").json(body).send()
    };
    let (one, two) = tokio::join!(send(&body), send(&body));
    assert_eq!(one.expect(201), two.expect(201));
    let later = send(&body).await;
    assert_eq!(later.header("idempotency-replayed"), Some("true"));
    for response in [&one, &two, &later] {
        let me = app.get("/patients/me").token(&response.token()).send().await;
        assert_eq!(me.expect(200), one.expect(201));
    }
    assert_eq!(app.count_patients("kimhaneul").await, 1);
    // the key without the password returns nothing
    let mut guess = body.clone();
    guess["password"] = json!("guess1234!");
    let refused = send(&guess).await;
    assert_eq!(refused.problem(422), "idempotency_mismatch");
    assert!(refused.header("set-cookie").is_none());
    let mut other = body;
    other["name"] = json!("다른이름");
    assert_eq!(send(&other).await.problem(422), "idempotency_mismatch");
}
