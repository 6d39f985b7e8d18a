//! Leaving.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::world::{PASSWORD, PHONE, World};

#[tokio::test]
async fn who_leaves_is_nobody_at_once() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let second = world.login(&patient.login, PASSWORD).await.token();
    let left = world.call(Method::DELETE, "/patients/me").token(&patient.token).send().await;
    assert_eq!((left.status.as_u16(), left.text.as_str()), (204, ""));
    for session in [&patient.token, &second] {
        assert_eq!(world.get("/patients/me").token(session).send().await.problem(401), "unauthorized");
        let again = world.call(Method::DELETE, "/patients/me").token(session).send().await;
        assert_eq!(again.problem(401), "unauthorized");
    }
    assert_eq!(world.login(&patient.login, PASSWORD).await.problem(401), "invalid_credentials");
    for (path, body) in [
        ("/patients/find-id", json!({"email": "kim@example.com"})),
        ("/patients/find-id", json!({"phone": PHONE})),
        ("/patients/find-password", json!({"loginUserId": patient.login, "email": "kim@example.com"})),
    ] {
        let refused = world.call(Method::POST, path).json(&body).send().await;
        assert_eq!(refused.problem(404), "not_registered", "{body}");
    }
    assert_eq!(world.count("consents where withdrawn_at is null").await, 0);
    assert_eq!(world.count("consents").await, 1, "what was consented to stays");
}

#[tokio::test]
async fn the_person_may_come_back_and_nobody_has_the_id_meanwhile() {
    let world = World::new().await;
    let first = world.signup_body("kimhaneul").await;
    let token = world.signup(&first).await.token();
    world.call(Method::DELETE, "/patients/me").token(&token).send().await.expect(204);
    let valid = world.get("/patients/valid-id?userId=KimHaneul").send().await.expect(200);
    assert_eq!(valid, json!({"isValid": false}));
    let same = world.signup_body("kimhaneul").await;
    assert_eq!(world.signup(&same).await.wrong_fields(), ["loginUserId.taken"]);
    // the same person, number and address, under another ID
    let other = world.signup_body("kimhaneul2").await;
    world.signup(&other).await.expect(201);
    let found = world.call(Method::POST, "/patients/find-id").json(&json!({"phone": PHONE})).send().await;
    found.expect(200);
}

#[tokio::test]
async fn a_link_sent_before_leaving_opens_nothing() {
    let world = World::new().await;
    let patient = world.patient().await;
    let me = world.get("/patients/me").token(&patient.token).send().await.expect(200);
    let body = json!({"loginUserId": patient.login, "phoneNumber": PHONE});
    world.call(Method::POST, "/patients/find-password").json(&body).send().await.expect(200);
    let message: i64 =
        sqlx::query_scalar("select id from messages").fetch_one(&mut world.superuser().await).await.expect("a message");
    let token = domain::LinkToken::from_bytes([7; 16]);
    let owner = me["patient"]["id"].as_i64().expect("an id").into();
    let now = runtime::Clock::now(&*world.clock);
    let mut conn = world.one.acquire().await.expect("a connection");
    db::recovery::put_reset(&mut conn, owner, message.into(), &token.hash(), now).await.expect("kept");
    world.clock.advance(TimeDelta::seconds(1));
    world.call(Method::DELETE, "/patients/me").token(&patient.token).send().await.expect(204);
    let path = format!("/patients/find-password/{}", token.reveal());
    assert_eq!(world.get(&path).send().await.problem(404), "invalid_token");
    let body = json!({"token": token.reveal(), "password": "wxyz9876?"});
    let reset = world.call(Method::POST, "/patients/reset-password").json(&body).send().await;
    assert_eq!(reset.problem(404), "invalid_token");
    // the message that still waited is not sent to who is gone
    let waiting = db::messages::find(&mut conn, message.into()).await.expect("an answer");
    assert!(waiting.is_none());
}
