//! Forgotten IDs and passwords.

use api::services::limiter::FIND_CONTACT;
use axum::http::Method;
use chrono::TimeDelta;
use domain::{LinkToken, MessageId, PatientId, TokenHash};
use serde_json::{Value, json};
use sqlx::Row as _;

use crate::client::TestResponse;
use crate::test_app::{OTHER_HOST, PASSWORD, PHONE, SignedIn, TestApp};

/// A new password.
const NEW_PASSWORD: &str = "wxyz9876?";

async fn find_id(app: &TestApp, body: Value) -> TestResponse {
    app.call(Method::POST, "/patients/find-id").json(&body).send().await
}

async fn find_password(app: &TestApp, body: Value) -> TestResponse {
    app.call(Method::POST, "/patients/find-password").json(&body).send().await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> TestResponse {
    let body = json!({"token": token, "password": password});
    app.call(Method::POST, "/patients/reset-password").json(&body).send().await
}

async fn is_valid_link(app: &TestApp, token: &str) -> bool {
    let response = app.get(&format!("/patients/find-password/{token}")).send().await;
    if response.status.as_u16() == 200 {
        return response.expect(200) == json!({});
    }
    assert_eq!(response.problem(404), "invalid_token");
    false
}

/// Returns the newest message's kind, channel, language and recipient's sign-in name.
async fn newest_message(app: &TestApp) -> (String, String, String, String) {
    let row = sqlx::query(
        "select m.kind, m.channel, m.locale, p.login_user_id from messages m join patients p on p.id = m.patient_id
         order by m.id desc limit 1",
    );
    let row = row.fetch_one(&mut app.superuser().await).await.expect("a message");
    (row.get(0), row.get(1), row.get(2), row.get(3))
}

/// Creates a reset link, like the job.
async fn link(app: &TestApp, patient: &SignedIn, seed: u8) -> String {
    find_password(app, json!({"loginUserId": patient.login, "email": "kim@example.com"})).await.expect(200);
    let row = sqlx::query("select id, patient_id from messages order by id desc limit 1");
    let row = row.fetch_one(&mut app.superuser().await).await.expect("a message");
    let token = LinkToken::from_bytes([seed; 16]);
    let (message, owner) = (MessageId::new(row.get(0)), PatientId::new(row.get(1)));
    let mut conn = app.one.acquire().await.expect("a connection");
    let now = domain_now(app);
    db::recovery::upsert_reset(&mut conn, owner, message, &token.hash(), now).await.expect("kept");
    token.reveal().to_owned()
}

fn domain_now(app: &TestApp) -> chrono::DateTime<chrono::Utc> {
    runtime::Clock::now(&*app.clock)
}

#[tokio::test]
async fn find_id_sends_ids_to_the_contact() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let request = app
        .call(Method::POST, "/patients/find-id")
        .header("x-request-id", "find-my-id")
        .header("accept-language", "en")
        .json(&json!({"email": " KIM@Example.com "}));
    assert_eq!(request.send().await.expect(200), json!({}));
    let job = app.newest_job().await;
    let described = (job.queue.as_str(), job.kind.as_str(), job.request_id.as_deref());
    assert_eq!(described, ("notifications", "send_message", Some("find-my-id")));
    let expected = ("login_ids".into(), "mail".into(), "en".into(), patient.login.clone());
    assert_eq!(newest_message(&app).await, expected);

    find_id(&app, json!({"phone": PHONE})).await.expect(200);
    assert_eq!(newest_message(&app).await, ("login_ids".into(), "sms".into(), "ko".into(), patient.login));
    assert_eq!(app.count("messages").await, 2);
}

#[tokio::test]
async fn unregistered_contact_sends_nothing() {
    let app = TestApp::new().await;
    // an account of the other tenant is not found
    app.other_tenant_patient().await;
    for body in [json!({"email": "kim@example.com"}), json!({"phone": PHONE})] {
        let refused = find_id(&app, body).await;
        assert_eq!(refused.problem(404), "not_registered");
    }
    let patient = app.patient().await;
    for body in [
        json!({"loginUserId": patient.login, "email": "lee@example.com"}),
        json!({"loginUserId": patient.login, "phoneNumber": "01099998888"}),
        json!({"loginUserId": "somebody", "email": "kim@example.com"}),
        json!({"loginUserId": "no id at all!", "email": "kim@example.com"}),
    ] {
        assert_eq!(find_password(&app, body).await.problem(404), "not_registered");
    }
    assert_eq!(app.count("messages").await + app.count("jobs").await, 0);
}

#[tokio::test]
async fn recovery_names_invalid_fields() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
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
        assert_eq!(find_id(&app, body.clone()).await.invalid_fields(), [wrong], "{body}");
    }
    let login = &patient.login;
    for (body, wrong) in [
        (json!({}), &["loginUserId.required", "email.required"][..]),
        (json!({"loginUserId": login}), &["email.required"]),
        (json!({"loginUserId": login, "phoneNumber": "010-1234-5678"}), &["phoneNumber.format"]),
        (json!({"loginUserId": login, "email": "kim@example.com\nx"}), &["email.format"]),
        (json!({"email": "kim@example.com"}), &["loginUserId.required"]),
    ] {
        assert_eq!(find_password(&app, body.clone()).await.invalid_fields(), wrong, "{body}");
    }
    let token = link(&app, &patient, 1).await;
    for weak in ["", "abcd123", "abcdefgh1", "12345678!"] {
        let code = if weak.is_empty() { "password.required" } else { "password.format" };
        assert_eq!(reset(&app, &token, weak).await.invalid_fields(), [code], "{weak}");
    }
    assert!(is_valid_link(&app, &token).await, "a refused password uses no link");
}

#[tokio::test]
async fn reset_link_works_once_and_ends_sessions() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let second = app.login(&patient.login, PASSWORD).await.token();
    let (token, other) = (link(&app, &patient, 1).await, link(&app, &patient, 2).await);
    assert!(is_valid_link(&app, &token).await && is_valid_link(&app, &token).await, "looking does not use it");
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.expect(200), json!({}));
    for session in [&patient.token, &second] {
        assert_eq!(app.get("/patients/me").token(session).send().await.problem(401), "unauthorized");
    }
    assert_eq!(app.login(&patient.login, PASSWORD).await.problem(401), "invalid_credentials");
    app.login(&patient.login, NEW_PASSWORD).await.expect(200);
    for used in [&token, &other] {
        assert!(!is_valid_link(&app, used).await);
        assert_eq!(reset(&app, used, "other1234!").await.problem(404), "invalid_token");
    }
    app.login(&patient.login, NEW_PASSWORD).await.expect(200);
}

#[tokio::test]
async fn concurrent_resets_have_one_winner() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let (token, other) = (link(&app, &patient, 1).await, link(&app, &patient, 2).await);
    let (one, two, three) = tokio::join!(
        reset(&app, &token, "first1234!"),
        reset(&app, &token, "second1234!"),
        reset(&app, &other, "third1234!")
    );
    let responses = [(one, "first1234!"), (two, "second1234!"), (three, "third1234!")];
    let won: Vec<_> = responses.iter().filter(|(response, _)| response.status.as_u16() == 200).collect();
    assert_eq!(won.len(), 1);
    for (response, _) in responses.iter().filter(|(response, _)| response.status.as_u16() != 200) {
        assert_eq!(response.problem(404), "invalid_token");
    }
    app.login(&patient.login, won[0].1).await.expect(200);
}

#[tokio::test]
async fn reset_link_expires_and_is_bound_to_tenant() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let token = link(&app, &patient, 1).await;
    let path = format!("/patients/find-password/{token}");
    let elsewhere = app.call_host(OTHER_HOST, Method::GET, &path).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    let body = json!({"token": token, "password": NEW_PASSWORD});
    let elsewhere = app.call_host(OTHER_HOST, Method::POST, "/patients/reset-password").json(&body).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    for nothing in ["x", "AAAAAAAAAAAAAAAAAAAAAA", "%00", "..%2f..", &"a".repeat(500)] {
        assert!(!is_valid_link(&app, nothing).await, "{nothing}");
    }
    app.clock.advance(TimeDelta::minutes(30) - TimeDelta::seconds(1));
    assert!(is_valid_link(&app, &token).await);
    app.clock.advance(TimeDelta::seconds(1));
    assert!(!is_valid_link(&app, &token).await);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.problem(404), "invalid_token");
    app.login(&patient.login, PASSWORD).await.expect(200);
    // only the hash is stored
    let kept: Vec<u8> = sqlx::query_scalar("select token_hash from password_resets")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a link");
    assert_eq!(kept, TokenHash::from_token(&token).as_bytes());
}

#[tokio::test]
async fn reset_changes_one_tenant_only() {
    let app = TestApp::new().await;
    let one = app.patient().await;
    let two = app.other_tenant_patient().await;
    let rename = "update patients set login_user_id = 'twin1234'";
    sqlx::query(rename).execute(&mut app.superuser().await).await.expect("renamed");
    let twin = SignedIn { login: "TWIN1234".into(), token: one.token };
    let token = link(&app, &twin, 1).await;
    reset(&app, &token, NEW_PASSWORD).await.expect(200);
    app.login("twin1234", NEW_PASSWORD).await.expect(200);
    let me = app.call_host(OTHER_HOST, Method::GET, "/patients/me").token(&two.token).send().await;
    me.expect(200);
    let body = json!({"loginUserId": "twin1234", "password": PASSWORD});
    app.call_host(OTHER_HOST, Method::POST, "/patients/auth/login").json(&body).send().await.expect(200);
}

#[tokio::test]
async fn recovery_messages_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for _ in 0..5 {
        find_id(&app, json!({"email": "kim@example.com"})).await.expect(200);
    }
    // the same address in another spelling
    let refused = find_id(&app, json!({"email": "KIM@example.com"})).await;
    assert_eq!(refused.problem(429), "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    let body = json!({"loginUserId": patient.login, "email": "kim@example.com"});
    assert_eq!(find_password(&app, body).await.problem(429), "too_many_requests");
    find_id(&app, json!({"phone": PHONE})).await.expect(200);
    assert_eq!(app.count("messages").await, 6);
}

#[tokio::test]
async fn strangers_do_not_block_recovery() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let from = async |address: &str, path: &str, body: &Value| {
        app.call(Method::POST, path).header("x-forwarded-for", address).json(body).send().await
    };
    let (id, contact) = ("/patients/find-id", json!({"email": "kim@example.com"}));
    let password = json!({"loginUserId": patient.login, "email": "kim@example.com"});
    let guess = json!({"loginUserId": patient.login, "email": "guess@example.com"});
    for _ in 0..6 {
        from("203.0.113.7", id, &contact).await;
        from("203.0.113.7", "/patients/find-password", &guess).await;
    }
    assert_eq!(from("203.0.113.7", id, &contact).await.problem(429), "too_many_requests");
    from("203.0.113.8", id, &contact).await.expect(200);
    from("203.0.113.8", "/patients/find-password", &password).await.expect(200);
    // requests from many strangers: a person gets no more messages than the limit
    app.exhaust_limit(FIND_CONTACT, &format!("{}:kim@example.com", app.one.tenant())).await;
    assert_eq!(from("203.0.113.9", id, &contact).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn contact_guesses_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for number in 0..10 {
        let body = json!({"loginUserId": patient.login, "email": format!("guess{number}@example.com")});
        assert_eq!(find_password(&app, body).await.problem(404), "not_registered");
    }
    let body = json!({"loginUserId": patient.login.to_uppercase(), "email": "guess@example.com"});
    assert_eq!(find_password(&app, body).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn reset_clears_the_login_limit() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for _ in 0..10 {
        app.login(&patient.login, "wrong1234!").await.expect(401);
    }
    assert_eq!(app.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
    let token = link(&app, &patient, 1).await;
    reset(&app, &token, NEW_PASSWORD).await.expect(200);
    app.login(&patient.login, NEW_PASSWORD).await.expect(200);
}
