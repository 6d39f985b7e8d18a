//! Rate limits.

use api::services::limiter::{
    ADDRESSES_ADDRESS, CODE_ADDRESS, EXPORT_ADDRESS, FIND_ADDRESS, IDENTITY_ADDRESS, IDENTITY_RESULT_ADDRESS,
    LINK_ADDRESS, LOGIN_ADDRESS, PICTURE_PATIENT, PICTURE_STAFF, RESET_ADDRESS, Rule, SIGNUP_ADDRESS, SOCIAL_ADDRESS,
    UPLOAD_PATIENT, VALID_ID_ADDRESS, VERIFY_ADDRESS,
};
use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::test_app::{JPEG, PASSWORD, PHONE, SignedIn, TestApp};

/// The client address of the calls.
const ADDRESS: &str = "127.0.0.1";

/// Returns a valid call for each limit by address.
fn rate_limited_calls(patient: &SignedIn, signup: &Value) -> Vec<(Rule, Method, &'static str, Value)> {
    vec![
        (
            LOGIN_ADDRESS,
            Method::POST,
            "/patients/auth/login",
            json!({"loginUserId": patient.login, "password": PASSWORD}),
        ),
        (SIGNUP_ADDRESS, Method::POST, "/patients/auth/signup", signup.clone()),
        (VALID_ID_ADDRESS, Method::GET, "/patients/valid-id?userId=fresh123", Value::Null),
        (ADDRESSES_ADDRESS, Method::GET, "/patients/addresses?q=ab", Value::Null),
        (SOCIAL_ADDRESS, Method::GET, "/patients/social/kakao/start", Value::Null),
        (IDENTITY_ADDRESS, Method::GET, "/patients/identity/start", Value::Null),
        (
            IDENTITY_RESULT_ADDRESS,
            Method::GET,
            "/patients/identity/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            Value::Null,
        ),
        (EXPORT_ADDRESS, Method::GET, "/patients/export/AAAAAAAAAAAAAAAAAAAAAA", Value::Null),
        (LINK_ADDRESS, Method::GET, "/patients/downloads/AAAAAAAAAAAAAAAAAAAAAA", Value::Null),
        (CODE_ADDRESS, Method::POST, "/patients/phone-codes", json!({"phoneNumber": PHONE})),
        (VERIFY_ADDRESS, Method::POST, "/patients/phone-codes/verify", json!({"phoneNumber": PHONE, "code": "012345"})),
        (FIND_ADDRESS, Method::POST, "/patients/find-id", json!({"email": "nobody@example.com"})),
        (RESET_ADDRESS, Method::GET, "/patients/find-password/AAAAAAAAAAAAAAAAAAAAAA", Value::Null),
    ]
}

#[tokio::test]
async fn address_limits_return_retry_after() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let signup = app.signup_body("kimhaneul").await;
    for (rule, method, path, body) in rate_limited_calls(&patient, &signup) {
        app.exhaust_limit(rule, ADDRESS).await;
        let refused = app.call(method.clone(), path).json(&body).send().await;
        assert_eq!(refused.problem(429), "too_many_requests", "{path}");
        let seconds: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
        assert!((1..=rule.window.as_secs() + 1).contains(&seconds), "{path}: {seconds}");
        assert_eq!(refused.expect(429)["detail"], "시도 횟수가 너무 많아요. 잠시 후 다시 시도해 주세요.");
        // another address is not limited
        let elsewhere = app.call(method, path).header("x-forwarded-for", "203.0.113.9").json(&body).send().await;
        assert_ne!(elsewhere.status.as_u16(), 429, "{path}");
    }
    // a rejected call is not counted
    app.get("/patients/me").token(&patient.token).send().await.expect(200);
}

#[tokio::test]
async fn ipv6_network_shares_one_limit() {
    let app = TestApp::new().await;
    app.exhaust_limit(VALID_ID_ADDRESS, "2001:db8:1:2::/64").await;
    for (address, status) in [("2001:db8:1:2::1", 429), ("2001:db8:1:2:ffff:1:2:3", 429), ("2001:db8:1:3::1", 200)] {
        let call = app.get("/patients/valid-id?userId=fresh123").header("x-forwarded-for", address);
        assert_eq!(call.send().await.status.as_u16(), status, "{address}");
    }
}

#[tokio::test]
async fn uploads_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    app.exhaust_limit(UPLOAD_PATIENT, &me["patient"]["id"].to_string()).await;
    assert_eq!(app.upload(&patient, "image/jpeg", 1000).await.problem(429), "too_many_requests");
    assert_eq!(app.count("uploads").await, 0);
    let other = app.patient().await;
    app.upload(&other, "image/jpeg", 1000).await.expect(201);
}

#[tokio::test]
async fn photo_changes_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    app.exhaust_limit(PICTURE_PATIENT, &me["patient"]["id"].to_string()).await;
    let body = json!({"url": app.stored_upload(&patient, JPEG).await});
    let put = app.call(Method::PUT, &format!("/patients/tcis/self-check/{id}/picture")).token(&patient.token);
    assert_eq!(put.json(&body).send().await.problem(429), "too_many_requests");
    assert_eq!(app.count("pictures").await, 1);
    let key = app.stored_upload(&patient, JPEG).await;
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(429), "too_many_requests");
    assert_eq!(app.count("pictures").await, 1);
}

#[tokio::test]
async fn clinic_pictures_are_rate_limited() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let id = app.new_application(&patient).await;
    let take = app.staff_call(&staff, Method::PUT, &format!("/institutions/tcis/{id}")).json(&json!({"status": 1}));
    take.send().await.expect(200);
    app.exhaust_limit(PICTURE_STAFF, &staff.id.to_string()).await;
    assert_eq!(app.add_picture(&staff, id, "before").await.problem(429), "too_many_requests");
}

/// A call that is refused anyway copies no object: a row is inserted for each copy.
#[tokio::test]
async fn refused_pictures_are_not_copied() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let body = json!({"url": app.stored_upload(&patient, JPEG).await, "personId": 999_999});
    let call = app.call(Method::POST, "/patients/tcis/self-check").token(&patient.token).json(&body);
    assert_eq!(call.send().await.problem(404), "not_found");
    let waiting = app.new_application(&patient).await;
    assert_eq!(app.add_picture(&staff, waiting, "before").await.problem(409), "illegal_transition");
    assert_eq!(app.count("uploads").await, 2, "the two forms");
}

#[tokio::test]
async fn validation_precedes_rate_limiting() {
    let app = TestApp::new().await;
    for _ in 0..=VALID_ID_ADDRESS.limit {
        assert_eq!(app.get("/patients/valid-id?userId=abc").send().await.invalid_fields(), ["loginUserId.format"]);
    }
    app.get("/patients/valid-id?userId=fresh123").send().await.expect(200);
}
