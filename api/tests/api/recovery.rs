//! Forgotten IDs and passwords.

use axum::http::Method;
use chrono::TimeDelta;
use domain::{LinkToken, MessageId, PatientId, TokenHash};
use serde_json::{Value, json};
use sqlx::Row as _;

use crate::client::Answer;
use crate::world::{OTHER_HOST, PASSWORD, PHONE, SignedIn, World};

/// A password that nobody has yet.
const NEW_PASSWORD: &str = "wxyz9876?";

async fn find_id(world: &World, body: Value) -> Answer {
    world.call(Method::POST, "/patients/find-id").json(&body).send().await
}

async fn find_password(world: &World, body: Value) -> Answer {
    world.call(Method::POST, "/patients/find-password").json(&body).send().await
}

async fn reset(world: &World, token: &str, password: &str) -> Answer {
    let body = json!({"token": token, "password": password});
    world.call(Method::POST, "/patients/reset-password").json(&body).send().await
}

async fn opens(world: &World, token: &str) -> bool {
    let answer = world.get(&format!("/patients/find-password/{token}")).send().await;
    if answer.status.as_u16() == 200 {
        return answer.expect(200) == json!({});
    }
    assert_eq!(answer.problem(404), "invalid_token");
    false
}

/// The newest message: its kind, channel, language, and whether it is for this sign-in name.
async fn newest_message(world: &World) -> (String, String, String, String) {
    let row = sqlx::query(
        "select m.kind, m.channel, m.locale, p.login_user_id from messages m join patients p on p.id = m.patient_id
         order by m.id desc limit 1",
    );
    let row = row.fetch_one(&mut world.superuser().await).await.expect("a message");
    (row.get(0), row.get(1), row.get(2), row.get(3))
}

/// A link as the job makes one when it sends the message of `find-password`.
async fn link(world: &World, patient: &SignedIn, seed: u8) -> String {
    find_password(world, json!({"loginUserId": patient.login, "email": "kim@example.com"})).await.expect(200);
    let row = sqlx::query("select id, patient_id from messages order by id desc limit 1");
    let row = row.fetch_one(&mut world.superuser().await).await.expect("a message");
    let token = LinkToken::from_bytes([seed; 16]);
    let (message, owner) = (MessageId::new(row.get(0)), PatientId::new(row.get(1)));
    let mut conn = world.one.acquire().await.expect("a connection");
    let now = domain_now(world);
    db::recovery::put_reset(&mut conn, owner, message, &token.hash(), now).await.expect("kept");
    token.reveal().to_owned()
}

fn domain_now(world: &World) -> chrono::DateTime<chrono::Utc> {
    runtime::Clock::now(&*world.clock)
}

#[tokio::test]
async fn a_registered_address_or_number_is_sent_its_ids() {
    let world = World::new().await;
    let patient = world.patient().await;
    let asked = world
        .call(Method::POST, "/patients/find-id")
        .header("x-request-id", "find-my-id")
        .header("accept-language", "en")
        .json(&json!({"email": " KIM@Example.com "}));
    assert_eq!(asked.send().await.expect(200), json!({}));
    let job = world.newest_job().await;
    let described = (job.queue.as_str(), job.kind.as_str(), job.request_id.as_deref());
    assert_eq!(described, ("notifications", "send_message", Some("find-my-id")));
    let expected = ("login_ids".into(), "mail".into(), "en".into(), patient.login.clone());
    assert_eq!(newest_message(&world).await, expected);

    find_id(&world, json!({"phone": PHONE})).await.expect(200);
    assert_eq!(newest_message(&world).await, ("login_ids".into(), "sms".into(), "ko".into(), patient.login));
    assert_eq!(world.count("messages").await, 2);
}

#[tokio::test]
async fn what_is_not_registered_is_said_and_nothing_is_sent() {
    let world = World::new().await;
    // an account of the other tenant is nobody's here
    world.patient_of_two().await;
    for body in [json!({"email": "kim@example.com"}), json!({"phone": PHONE})] {
        let refused = find_id(&world, body).await;
        assert_eq!(refused.problem(404), "not_registered");
    }
    let patient = world.patient().await;
    for body in [
        json!({"loginUserId": patient.login, "email": "lee@example.com"}),
        json!({"loginUserId": patient.login, "phoneNumber": "01099998888"}),
        json!({"loginUserId": "somebody", "email": "kim@example.com"}),
        json!({"loginUserId": "no id at all!", "email": "kim@example.com"}),
    ] {
        assert_eq!(find_password(&world, body).await.problem(404), "not_registered");
    }
    assert_eq!(world.count("messages").await + world.count("jobs").await, 0);
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let world = World::new().await;
    let patient = world.patient().await;
    for (body, wrong) in [
        (json!({}), "email.required"),
        (json!({"email": ""}), "email.required"),
        (json!({"email": "kim@example"}), "email.format"),
        (json!({"email": "kim@example.com\r\nBcc: all@example.com"}), "email.format"),
        (json!({"email": "kim\n@example.com"}), "email.format"),
        (json!({"phone": ""}), "phone.required"),
        (json!({"phone": "010-1234-5678"}), "phone.format"),
        (json!({"phone": "01012345678\n"}), "phone.format"),
    ] {
        assert_eq!(find_id(&world, body.clone()).await.wrong_fields(), [wrong], "{body}");
    }
    let login = &patient.login;
    for (body, wrong) in [
        (json!({}), &["loginUserId.required", "email.required"][..]),
        (json!({"loginUserId": login}), &["email.required"]),
        (json!({"loginUserId": login, "phoneNumber": "010-1234-5678"}), &["phoneNumber.format"]),
        (json!({"loginUserId": login, "email": "kim@example.com\nx"}), &["email.format"]),
        (json!({"email": "kim@example.com"}), &["loginUserId.required"]),
    ] {
        assert_eq!(find_password(&world, body.clone()).await.wrong_fields(), wrong, "{body}");
    }
    let token = link(&world, &patient, 1).await;
    for weak in ["", "abcd123", "abcdefgh1", "12345678!"] {
        let code = if weak.is_empty() { "password.required" } else { "password.format" };
        assert_eq!(reset(&world, &token, weak).await.wrong_fields(), [code], "{weak}");
    }
    assert!(opens(&world, &token).await, "a refused password uses no link");
}

#[tokio::test]
async fn a_link_sets_a_password_once_and_ends_every_session() {
    let world = World::new().await;
    let patient = world.patient().await;
    let second = world.login(&patient.login, PASSWORD).await.token();
    let (token, other) = (link(&world, &patient, 1).await, link(&world, &patient, 2).await);
    assert!(opens(&world, &token).await && opens(&world, &token).await, "looking does not use it");
    assert_eq!(reset(&world, &token, NEW_PASSWORD).await.expect(200), json!({}));
    for session in [&patient.token, &second] {
        assert_eq!(world.get("/patients/me").token(session).send().await.problem(401), "unauthorized");
    }
    assert_eq!(world.login(&patient.login, PASSWORD).await.problem(401), "invalid_credentials");
    world.login(&patient.login, NEW_PASSWORD).await.expect(200);
    for used in [&token, &other] {
        assert!(!opens(&world, used).await);
        assert_eq!(reset(&world, used, "other1234!").await.problem(404), "invalid_token");
    }
    world.login(&patient.login, NEW_PASSWORD).await.expect(200);
}

#[tokio::test]
async fn of_two_calls_with_a_link_one_wins() {
    let world = World::new().await;
    let patient = world.patient().await;
    let (token, other) = (link(&world, &patient, 1).await, link(&world, &patient, 2).await);
    let (one, two, three) = tokio::join!(
        reset(&world, &token, "first1234!"),
        reset(&world, &token, "second1234!"),
        reset(&world, &other, "third1234!")
    );
    let answers = [(one, "first1234!"), (two, "second1234!"), (three, "third1234!")];
    let won: Vec<_> = answers.iter().filter(|(answer, _)| answer.status.as_u16() == 200).collect();
    assert_eq!(won.len(), 1);
    for (answer, _) in answers.iter().filter(|(answer, _)| answer.status.as_u16() != 200) {
        assert_eq!(answer.problem(404), "invalid_token");
    }
    world.login(&patient.login, won[0].1).await.expect(200);
}

#[tokio::test]
async fn a_link_ends_after_half_an_hour_and_opens_at_its_own_tenant_only() {
    let world = World::new().await;
    let patient = world.patient().await;
    let token = link(&world, &patient, 1).await;
    let path = format!("/patients/find-password/{token}");
    let elsewhere = world.at(OTHER_HOST, Method::GET, &path).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    let body = json!({"token": token, "password": NEW_PASSWORD});
    let elsewhere = world.at(OTHER_HOST, Method::POST, "/patients/reset-password").json(&body).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    for nothing in ["x", "AAAAAAAAAAAAAAAAAAAAAA", "%00", "..%2f..", &"a".repeat(500)] {
        assert!(!opens(&world, nothing).await, "{nothing}");
    }
    world.clock.advance(TimeDelta::minutes(30) - TimeDelta::seconds(1));
    assert!(opens(&world, &token).await);
    world.clock.advance(TimeDelta::seconds(1));
    assert!(!opens(&world, &token).await);
    assert_eq!(reset(&world, &token, NEW_PASSWORD).await.problem(404), "invalid_token");
    world.login(&patient.login, PASSWORD).await.expect(200);
    // only the hash is kept
    let kept: Vec<u8> = sqlx::query_scalar("select token_hash from password_resets")
        .fetch_one(&mut world.superuser().await)
        .await
        .expect("a link");
    assert_eq!(kept, TokenHash::of(&token).as_bytes());
}

#[tokio::test]
async fn an_id_that_both_tenants_have_is_reset_at_one() {
    let world = World::new().await;
    let one = world.patient().await;
    let two = world.patient_of_two().await;
    let rename = "update patients set login_user_id = 'twin1234'";
    sqlx::query(rename).execute(&mut world.superuser().await).await.expect("renamed");
    let twin = SignedIn { login: "TWIN1234".into(), token: one.token };
    let token = link(&world, &twin, 1).await;
    reset(&world, &token, NEW_PASSWORD).await.expect(200);
    world.login("twin1234", NEW_PASSWORD).await.expect(200);
    let me = world.at(OTHER_HOST, Method::GET, "/patients/me").token(&two.token).send().await;
    me.expect(200);
    let body = json!({"loginUserId": "twin1234", "password": PASSWORD});
    world.at(OTHER_HOST, Method::POST, "/patients/auth/login").json(&body).send().await.expect(200);
}

#[tokio::test]
async fn an_address_gets_five_messages_an_hour() {
    let world = World::new().await;
    let patient = world.patient().await;
    for _ in 0..5 {
        find_id(&world, json!({"email": "kim@example.com"})).await.expect(200);
    }
    // written another way it is the same address, for both calls
    let refused = find_id(&world, json!({"email": "KIM@example.com"})).await;
    assert_eq!(refused.problem(429), "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    let body = json!({"loginUserId": patient.login, "email": "kim@example.com"});
    assert_eq!(find_password(&world, body).await.problem(429), "too_many_requests");
    find_id(&world, json!({"phone": PHONE})).await.expect(200);
    assert_eq!(world.count("messages").await, 6);
}

#[tokio::test]
async fn nobody_guesses_the_address_of_an_account() {
    let world = World::new().await;
    let patient = world.patient().await;
    for number in 0..10 {
        let body = json!({"loginUserId": patient.login, "email": format!("guess{number}@example.com")});
        assert_eq!(find_password(&world, body).await.problem(404), "not_registered");
    }
    let body = json!({"loginUserId": patient.login.to_uppercase(), "email": "guess@example.com"});
    assert_eq!(find_password(&world, body).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn a_reset_opens_an_account_that_was_tried_too_often() {
    let world = World::new().await;
    let patient = world.patient().await;
    for _ in 0..10 {
        world.login(&patient.login, "wrong1234!").await.expect(401);
    }
    assert_eq!(world.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
    let token = link(&world, &patient, 1).await;
    reset(&world, &token, NEW_PASSWORD).await.expect(200);
    world.login(&patient.login, NEW_PASSWORD).await.expect(200);
}
