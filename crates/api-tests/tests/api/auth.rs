//! Sign-in, the session and the duplicate-ID check.

use axum::http::Method;
use chrono::TimeDelta;
use insta::assert_json_snapshot;
use serde_json::json;
use tokio::time::Instant;

use crate::test_app::{PASSWORD, TestApp};

#[tokio::test]
async fn login_starts_a_session() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let response = app.login(&patient.login, PASSWORD).await;
    let cookie = response.header("set-cookie").expect("a cookie");
    let token = response.token();
    assert_eq!(cookie, format!("authorization={token}; Path=/; Max-Age=86400; SameSite=Lax; Secure"));
    assert_eq!(token.len(), 43);
    let body = response.expect(200);
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
    assert_eq!(app.get("/patients/me").token(&token).send().await.expect(200), body);
    // the ID ignores case
    app.login(&patient.login.to_uppercase(), PASSWORD).await.expect(200);
}

#[tokio::test]
async fn session_cookie_is_not_secure_on_local_hosts() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let body = json!({"loginUserId": patient.login, "password": PASSWORD});
    let response =
        app.call_host("one.localhost", Method::POST, "/patients/auth/login?host=one").json(&body).send().await;
    assert!(response.header("set-cookie").is_some_and(|cookie| cookie.ends_with("; SameSite=Lax")));
}

#[tokio::test]
async fn session_cookie_alone_does_not_authenticate() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = || app.get("/patients/me");
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
async fn session_expires_after_a_day() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    app.clock.advance(TimeDelta::hours(23));
    app.get("/patients/me").token(&patient.token).send().await.expect(200);
    app.clock.advance(TimeDelta::hours(2));
    assert_eq!(app.get("/patients/me").token(&patient.token).send().await.problem(401), "unauthorized");
    // also during a self-check
    assert_eq!(app.upload(&patient, "image/jpeg", 1000).await.problem(401), "unauthorized");
    assert_eq!(app.submit_photo(&patient, "self-check/local/any.jpg").send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn unknown_id_and_wrong_password_look_the_same() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let wrong = app.login(&patient.login, "wrong1234!").await;
    let unknown = app.login("nobody99", PASSWORD).await;
    assert_eq!(wrong.problem(401), "invalid_credentials");
    assert_eq!(wrong.text, unknown.text);
    assert!(wrong.header("set-cookie").is_none());
    assert_eq!(app.login("한글아이디", PASSWORD).await.problem(401), "invalid_credentials");
    assert_eq!(app.login("' or 1=1 --", PASSWORD).await.problem(401), "invalid_credentials");
    assert_eq!(app.login("", "").await.invalid_fields(), ["loginUserId.required", "password.required"]);
    assert_eq!(app.login("kim", &"x".repeat(201)).await.invalid_fields(), ["password.too_long"]);
    let missing = app.call(Method::POST, "/patients/auth/login").json(&json!({})).send().await;
    assert_eq!(missing.expect(422)["errors"][0]["message"], "아이디를 입력해주세요.");
    assert_eq!(missing.expect(422)["errors"][1]["message"], "비밀번호를 입력해주세요.");
}

#[tokio::test]
async fn unknown_id_takes_as_long_as_wrong_password() {
    let app = TestApp::with_real_hash_cost().await;
    let patient = app.patient().await;
    let middle = async |login: &str| {
        let mut times = Vec::new();
        for _ in 0..9 {
            let started = Instant::now();
            assert_eq!(app.login(login, "wrong1234!").await.problem(401), "invalid_credentials");
            times.push(started.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        times[4]
    };
    let known = middle(&patient.login).await;
    for login in ["nobody99", "no id at all!"] {
        // hashing dominates; without it the response would be about ten times faster
        let ratio = middle(login).await / known;
        assert!((0.4..2.5).contains(&ratio), "{login}: {ratio}");
    }
}

#[tokio::test]
async fn repeated_wrong_passwords_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let mut codes = Vec::new();
    for _ in 0..50 {
        let response = app.login(&patient.login, "wrong1234!").await;
        if response.status.as_u16() == 429 {
            let seconds: u64 = response.header("retry-after").expect("a time").parse().expect("seconds");
            assert!((1..=301).contains(&seconds), "{seconds}");
        }
        codes.push(response.expect(response.status.as_u16())["code"].clone());
    }
    assert_eq!(codes.iter().filter(|&code| code == "invalid_credentials").count(), 10);
    assert_eq!(codes.iter().filter(|&code| code == "too_many_requests").count(), 40);
    // the correct password is not checked either; other accounts are not limited
    assert_eq!(app.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
    let other = app.patient().await;
    app.login(&other.login, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn successful_login_resets_the_limit() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for _ in 0..3 {
        for _ in 0..9 {
            app.login(&patient.login, "wrong1234!").await.problem(401);
        }
        app.login(&patient.login, PASSWORD).await.expect(200);
    }
}

#[tokio::test]
async fn login_id_check_ignores_case() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let check = |id: String| {
        let call = app.get(&format!("/patients/valid-id?userId={id}"));
        async move { call.send().await }
    };
    assert_eq!(check("fresh123".into()).await.expect(200), json!({"isValid": true}));
    assert_eq!(check(patient.login.clone()).await.expect(200), json!({"isValid": false}));
    assert_eq!(check(patient.login.to_uppercase()).await.expect(200), json!({"isValid": false}));
    for id in ["abc", "abcdefghijklmnopqrstu", "%ED%95%9C%EA%B8%80%EC%95%84%EC%9D%B4%EB%94%94", "with%20space", "a-b-c"]
    {
        assert_eq!(check(id.into()).await.invalid_fields(), ["loginUserId.format"], "{id}");
    }
    assert_eq!(check(String::new()).await.invalid_fields(), ["loginUserId.required"]);
    // the other tenant has separate IDs
    let elsewhere = app.call_host("two.example", Method::GET, &format!("/patients/valid-id?userId={}", patient.login));
    assert_eq!(elsewhere.send().await.expect(200), json!({"isValid": true}));
}

#[tokio::test]
async fn login_id_check_is_rate_limited() {
    let app = TestApp::new().await;
    let mut last = 200;
    for count in 0..121 {
        let address = if count % 2 == 0 { "203.0.113.7" } else { "198.51.100.1, 203.0.113.7, 127.0.0.1" };
        let call = app.get("/patients/valid-id?userId=fresh123").header("x-forwarded-for", address);
        last = call.send().await.status.as_u16();
    }
    assert_eq!(last, 429);
    let other = app.get("/patients/valid-id?userId=fresh123").header("x-forwarded-for", "203.0.113.8");
    other.send().await.expect(200);
}
