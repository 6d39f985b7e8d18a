//! Sign-in, the session, the duplicate-ID check.

use axum::http::Method;
use chrono::TimeDelta;
use insta::assert_json_snapshot;
use serde_json::json;
use tokio::time::Instant;

use crate::world::{PASSWORD, World};

#[tokio::test]
async fn a_patient_signs_in_and_is_known() {
    let world = World::new().await;
    let patient = world.patient().await;
    let answer = world.login(&patient.login, PASSWORD).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    let token = answer.token();
    assert_eq!(cookie, format!("authorization={token}; Path=/; Max-Age=86400; SameSite=Lax; Secure"));
    assert_eq!(token.len(), 43);
    let body = answer.expect(200);
    assert_json_snapshot!(body, {".patient.id" => "[id]", ".patient.loginUserId" => "[login]"}, @r#"
    {
      "patient": {
        "birth": "1990.01.31",
        "email": "kim@example.com",
        "gender": 1,
        "id": "[id]",
        "loginUserId": "[login]",
        "name": "김하늘",
        "phoneNumber": "01012345678"
      }
    }
    "#);
    assert_eq!(world.get("/patients/me").token(&token).send().await.expect(200), body);
    // whatever the case of the ID
    world.login(&patient.login.to_uppercase(), PASSWORD).await.expect(200);
}

#[tokio::test]
async fn on_a_local_host_the_cookie_needs_no_https() {
    let world = World::new().await;
    let patient = world.patient().await;
    let body = json!({"loginUserId": patient.login, "password": PASSWORD});
    let answer = world.at("one.localhost", Method::POST, "/patients/auth/login?host=one").json(&body).send().await;
    assert!(answer.header("set-cookie").is_some_and(|cookie| cookie.ends_with("; SameSite=Lax")));
}

#[tokio::test]
async fn only_the_bearer_header_signs_a_call() {
    let world = World::new().await;
    let patient = world.patient().await;
    let me = || world.get("/patients/me");
    assert_eq!(
        me().header("cookie", &format!("authorization={}", patient.token)).send().await.problem(401),
        "unauthorized"
    );
    assert_eq!(me().header("authorization", &patient.token).send().await.problem(401), "unauthorized");
    for token in ["", "x", &"A".repeat(43), &patient.token[1..], &format!("{}A", patient.token)] {
        assert_eq!(me().token(token).send().await.problem(401), "unauthorized", "{token}");
    }
    me().header("authorization", &format!("bearer {}", patient.token)).send().await.expect(200);
}

#[tokio::test]
async fn a_session_ends_after_a_day() {
    let world = World::new().await;
    let patient = world.patient().await;
    world.clock.advance(TimeDelta::hours(23));
    world.get("/patients/me").token(&patient.token).send().await.expect(200);
    world.clock.advance(TimeDelta::hours(2));
    assert_eq!(world.get("/patients/me").token(&patient.token).send().await.problem(401), "unauthorized");
    // in the middle of a self-check too
    assert_eq!(world.upload(&patient, "image/jpeg", 1000).await.problem(401), "unauthorized");
    assert_eq!(world.hand_in(&patient, "self-check/local/any.jpg").send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn an_unknown_id_and_a_wrong_password_are_told_alike() {
    let world = World::new().await;
    let patient = world.patient().await;
    let wrong = world.login(&patient.login, "wrong1234!").await;
    let unknown = world.login("nobody99", PASSWORD).await;
    assert_eq!(wrong.problem(401), "invalid_credentials");
    assert_eq!(wrong.text, unknown.text);
    assert!(wrong.header("set-cookie").is_none());
    assert_eq!(world.login("한글아이디", PASSWORD).await.problem(401), "invalid_credentials");
    assert_eq!(world.login("' or 1=1 --", PASSWORD).await.problem(401), "invalid_credentials");
    assert_eq!(world.login("", "").await.wrong_fields(), ["loginUserId.required", "password.required"]);
    assert_eq!(world.login("kim", &"x".repeat(201)).await.wrong_fields(), ["password.too_long"]);
    let missing = world.call(Method::POST, "/patients/auth/login").json(&json!({})).send().await;
    assert_eq!(missing.expect(422)["errors"][0]["message"], "아이디를 입력해주세요.");
    assert_eq!(missing.expect(422)["errors"][1]["message"], "비밀번호를 입력해주세요.");
}

#[tokio::test]
async fn an_unknown_id_takes_as_long_as_a_wrong_password() {
    let world = World::new().await;
    let patient = world.patient().await;
    let middle = async |login: &str| {
        let mut times = Vec::new();
        for _ in 0..9 {
            let started = Instant::now();
            assert_eq!(world.login(login, "wrong1234!").await.problem(401), "invalid_credentials");
            times.push(started.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        times[4]
    };
    let known = middle(&patient.login).await;
    for login in ["nobody99", "no id at all!"] {
        // hashing is by far the most of it: without it an answer would come some ten times sooner
        let ratio = middle(login).await / known;
        assert!((0.4..2.5).contains(&ratio), "{login}: {ratio}");
    }
}

#[tokio::test]
async fn fifty_wrong_passwords_are_not_tried() {
    let world = World::new().await;
    let patient = world.patient().await;
    let mut codes = Vec::new();
    for _ in 0..50 {
        let answer = world.login(&patient.login, "wrong1234!").await;
        if answer.status.as_u16() == 429 {
            let seconds: u64 = answer.header("retry-after").expect("a time").parse().expect("seconds");
            assert!((1..=301).contains(&seconds), "{seconds}");
        }
        codes.push(answer.expect(answer.status.as_u16())["code"].clone());
    }
    assert_eq!(codes.iter().filter(|&code| code == "invalid_credentials").count(), 10);
    assert_eq!(codes.iter().filter(|&code| code == "too_many_requests").count(), 40);
    // the right one is not tried either, and other accounts are
    assert_eq!(world.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
    let other = world.patient().await;
    world.login(&other.login, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_right_password_forgets_the_wrong_ones() {
    let world = World::new().await;
    let patient = world.patient().await;
    for _ in 0..3 {
        for _ in 0..9 {
            world.login(&patient.login, "wrong1234!").await.problem(401);
        }
        world.login(&patient.login, PASSWORD).await.expect(200);
    }
}

#[tokio::test]
async fn an_id_is_free_or_taken_whatever_its_case() {
    let world = World::new().await;
    let patient = world.patient().await;
    let check = |id: String| {
        let call = world.get(&format!("/patients/valid-id?userId={id}"));
        async move { call.send().await }
    };
    assert_eq!(check("fresh123".into()).await.expect(200), json!({"isValid": true}));
    assert_eq!(check(patient.login.clone()).await.expect(200), json!({"isValid": false}));
    assert_eq!(check(patient.login.to_uppercase()).await.expect(200), json!({"isValid": false}));
    for id in ["abc", "abcdefghijklmnopqrstu", "%ED%95%9C%EA%B8%80%EC%95%84%EC%9D%B4%EB%94%94", "with%20space", "a-b-c"]
    {
        assert_eq!(check(id.into()).await.wrong_fields(), ["loginUserId.format"], "{id}");
    }
    assert_eq!(check(String::new()).await.wrong_fields(), ["loginUserId.required"]);
    // the other tenant's IDs are its own
    let elsewhere = world.at("two.example", Method::GET, &format!("/patients/valid-id?userId={}", patient.login));
    assert_eq!(elsewhere.send().await.expect(200), json!({"isValid": true}));
}

#[tokio::test]
async fn looking_for_ids_has_an_end() {
    let world = World::new().await;
    let mut last = 200;
    for count in 0..121 {
        let address = if count % 2 == 0 { "203.0.113.7" } else { "203.0.113.7, 10.0.0.9" };
        let call = world.get("/patients/valid-id?userId=fresh123").header("x-forwarded-for", address);
        last = call.send().await.status.as_u16();
    }
    assert_eq!(last, 429);
    let other = world.get("/patients/valid-id?userId=fresh123").header("x-forwarded-for", "203.0.113.8");
    other.send().await.expect(200);
}
