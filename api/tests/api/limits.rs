//! Limits on tries, and how they are told.

use api::guard::limiter::{
    ADDRESSES_ADDRESS, CODE_ADDRESS, EXPORT_ADDRESS, FIND_ADDRESS, IDENTITY_ADDRESS, IDENTITY_RESULT_ADDRESS,
    LOGIN_ADDRESS, RESET_ADDRESS, Rule, SIGNUP_ADDRESS, SOCIAL_ADDRESS, UPLOAD_PATIENT, VALID_ID_ADDRESS,
    VERIFY_ADDRESS,
};
use axum::http::Method;
use serde_json::{Value, json};

use crate::world::{PASSWORD, PHONE, SignedIn, World};

/// Calls come from this machine.
const ADDRESS: &str = "127.0.0.1";

/// A call that a limit on addresses stops, with fields that are right.
fn limited(patient: &SignedIn, signup: &Value) -> Vec<(Rule, Method, &'static str, Value)> {
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
        (CODE_ADDRESS, Method::POST, "/patients/phone-codes", json!({"phoneNumber": PHONE})),
        (VERIFY_ADDRESS, Method::POST, "/patients/phone-codes/verify", json!({"phoneNumber": PHONE, "code": "012345"})),
        (FIND_ADDRESS, Method::POST, "/patients/find-id", json!({"email": "nobody@example.com"})),
        (RESET_ADDRESS, Method::GET, "/patients/find-password/AAAAAAAAAAAAAAAAAAAAAA", Value::Null),
    ]
}

#[tokio::test]
async fn every_limit_on_an_address_is_told_with_the_time_to_wait() {
    let world = World::new().await;
    let patient = world.patient().await;
    let signup = world.signup_body("kimhaneul").await;
    for (rule, method, path, body) in limited(&patient, &signup) {
        world.use_up(rule, ADDRESS).await;
        let refused = world.call(method.clone(), path).json(&body).send().await;
        assert_eq!(refused.problem(429), "too_many_requests", "{path}");
        let seconds: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
        assert!((1..=rule.window.as_secs() + 1).contains(&seconds), "{path}: {seconds}");
        assert_eq!(refused.expect(429)["detail"], "시도 횟수가 너무 많아요. 잠시 후 다시 시도해 주세요.");
        // another address is not held back, whoever came before
        let elsewhere = world.call(method, path).header("x-forwarded-for", "203.0.113.9").json(&body).send().await;
        assert_ne!(elsewhere.status.as_u16(), 429, "{path}");
    }
    // what needs no try is not counted
    world.get("/patients/me").token(&patient.token).send().await.expect(200);
}

#[tokio::test]
async fn a_patient_is_permitted_so_many_uploads() {
    let world = World::new().await;
    let patient = world.patient().await;
    let me = world.get("/patients/me").token(&patient.token).send().await.expect(200);
    world.use_up(UPLOAD_PATIENT, &me["patient"]["id"].to_string()).await;
    assert_eq!(world.upload(&patient, "image/jpeg", 1000).await.problem(429), "too_many_requests");
    assert_eq!(world.count("uploads").await, 0);
    let other = world.patient().await;
    world.upload(&other, "image/jpeg", 1000).await.expect(201);
}

#[tokio::test]
async fn wrong_fields_are_told_before_tries_are_counted() {
    let world = World::new().await;
    for _ in 0..=VALID_ID_ADDRESS.limit {
        assert_eq!(world.get("/patients/valid-id?userId=abc").send().await.wrong_fields(), ["loginUserId.format"]);
    }
    world.get("/patients/valid-id?userId=fresh123").send().await.expect(200);
}
