//! Creating calls that are made twice.

use api::guard::limiter::{CODE_NUMBER, EXPORT_PATIENT};
use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::client::{Answer, Call};
use crate::world::{JPEG, PHONE, World};

fn keyed(call: Call, key: &str) -> Call {
    call.header("idempotency-key", key)
}

#[track_caller]
fn is_repeated(first: &Answer, second: &Answer) {
    assert_eq!(first.header("idempotency-replayed"), None);
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert_eq!((first.status, &first.expect(201)), (second.status, &second.expect(201)));
}

#[tokio::test]
async fn an_upload_is_permitted_once_for_one_key() {
    let world = World::new().await;
    let patient = world.patient().await;
    let ask = |size: u32, key: &str| {
        let call = world.call(Method::POST, "/patients/uploads").token(&patient.token);
        keyed(call, key).json(&json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": size})).send()
    };
    let first = ask(1000, "key-1").await;
    is_repeated(&first, &ask(1000, "key-1").await);
    assert_eq!(ask(1001, "key-1").await.problem(422), "idempotency_mismatch");
    assert_ne!(ask(1000, "key-2").await.expect(201)["key"], first.expect(201)["key"]);
    // another patient's same key is another call
    let other = world.patient().await;
    let call = world.call(Method::POST, "/patients/uploads").token(&other.token);
    let body = json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": 1000});
    assert_ne!(keyed(call, "key-1").json(&body).send().await.expect(201)["key"], first.expect(201)["key"]);
}

#[tokio::test]
async fn a_double_press_makes_one_self_check() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    let press = || keyed(world.hand_in(&patient, &key), "press-1").send();
    let (one, two, three) = tokio::join!(press(), press(), press());
    let later = press().await;
    let first = [&one, &two, &three].into_iter().find(|answer| answer.header("idempotency-replayed").is_none());
    let first = first.expect("one did the work");
    for answer in [&one, &two, &three, &later] {
        assert_eq!(answer.expect(201), first.expect(201));
    }
    is_repeated(first, &later);
    assert_eq!((world.count("tcis").await, world.count("jobs").await), (1, 1));
    // whose answer was lost, asks again when the upload's time is long over
    world.clock.advance(TimeDelta::minutes(31));
    is_repeated(first, &press().await);
    let other = world.stored(&patient, JPEG).await;
    assert_eq!(keyed(world.hand_in(&patient, &other), "press-1").send().await.problem(422), "idempotency_mismatch");
}

#[tokio::test]
async fn a_double_press_sends_one_code() {
    let world = World::new().await;
    let press = async |phone: &str| {
        let call = world.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": phone}));
        keyed(call, "code-1").send().await
    };
    let (one, two) = tokio::join!(press(PHONE), press(PHONE));
    let later = press(PHONE).await;
    for answer in [&one, &two, &later] {
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (202, ""));
    }
    assert_eq!(later.header("idempotency-replayed"), Some("true"));
    assert_eq!((world.count("phone_codes").await, world.count("jobs").await), (1, 1));
    assert_eq!(press("01087654321").await.problem(422), "idempotency_mismatch");
}

#[tokio::test]
async fn a_repetition_is_answered_when_the_limit_is_used_up() {
    let world = World::new().await;
    let patient = world.patient().await;
    let me = world.get("/patients/me").token(&patient.token).send().await.expect(200);
    let code = |key: &str| {
        let call = world.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": PHONE}));
        keyed(call, key).send()
    };
    let export = |key: &str| keyed(world.call(Method::POST, "/patients/export").token(&patient.token), key).send();
    let first = [code("one").await, export("one").await];
    world.use_up(CODE_NUMBER, &format!("{}:{PHONE}", world.one.tenant())).await;
    world.use_up(EXPORT_PATIENT, &me["patient"]["id"].to_string()).await;
    for (first, again) in first.iter().zip([code("one").await, export("one").await]) {
        assert_eq!((again.status.as_u16(), &again.text), (202, &first.text));
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
    }
    for refused in [code("two").await, export("two").await] {
        assert_eq!(refused.problem(429), "too_many_requests");
    }
    assert_eq!(world.count("idempotency_keys").await, 2, "a refused call leaves its key free");
    assert_eq!((world.count("phone_codes").await, world.count("exports").await), (1, 1));
}

#[tokio::test]
async fn a_refused_call_leaves_its_key_free() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let issued = world.upload(&patient, "image/jpeg", 100).await.expect(201);
    let key = issued["key"].as_str().expect("a key");
    assert_eq!(keyed(world.hand_in(&patient, key), "try-1").send().await.problem(422), "upload_missing");
    world.store(key, JPEG).await;
    keyed(world.hand_in(&patient, key), "try-1").send().await.expect(201);
}

#[tokio::test]
async fn a_repeated_sign_up_makes_one_account_and_signs_in_again() {
    let world = World::new().await;
    let body = world.signup_body("kimhaneul").await;
    let send =
        |body: &serde_json::Value| keyed(world.call(Method::POST, "/patients/auth/signup"), "join-1").json(body).send();
    let (one, two) = tokio::join!(send(&body), send(&body));
    assert_eq!(one.expect(201), two.expect(201));
    let later = send(&body).await;
    assert_eq!(later.header("idempotency-replayed"), Some("true"));
    for answer in [&one, &two, &later] {
        let me = world.get("/patients/me").token(&answer.token()).send().await;
        assert_eq!(me.expect(200), one.expect(201));
    }
    assert_eq!(world.patients_named("kimhaneul").await, 1);
    // who does not know the password gets nothing from knowing the key
    let mut guess = body.clone();
    guess["password"] = json!("guess1234!");
    let refused = send(&guess).await;
    assert_eq!(refused.problem(422), "idempotency_mismatch");
    assert!(refused.header("set-cookie").is_none());
    let mut other = body;
    other["name"] = json!("다른이름");
    assert_eq!(send(&other).await.problem(422), "idempotency_mismatch");
}
