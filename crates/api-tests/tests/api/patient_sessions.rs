//! Patients' sessions: signing out, the list, new devices, confirmations, and the traces of sign-ins.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::{HeaderMap, Method};
use chrono::TimeDelta;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span;

use crate::client::TestResponse;
use crate::test_app::{PASSWORD, PHONE, SignedIn, TestApp};

const ANDROID: &str = "Mozilla/5.0 (Linux; Android 14; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) \
                       SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36";

/// Signs in from an address, in a browser with a cookie.
async fn login_from(app: &TestApp, login: &str, password: &str, address: &str, cookie: &str) -> TestResponse {
    let body = json!({"loginUserId": login, "password": password});
    let call = app.call(Method::POST, "/patients/auth/login").header("x-forwarded-for", address);
    call.header("cookie", cookie).header("user-agent", ANDROID).json(&body).send().await
}

/// Returns the device cookie that a response sets.
fn device(headers: &HeaderMap) -> String {
    let mut lines = headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let line = lines.find(|line| line.starts_with("__Host-knownDevice=")).expect("a cookie");
    assert!(line.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"), "{line}");
    line.split(';').next().expect("a pair").to_owned()
}

async fn sessions(app: &TestApp, token: &str) -> Vec<Value> {
    let response = app.get("/patients/sessions").token(token).send().await.expect(200);
    response["sessions"].as_array().expect("a list").clone()
}

async fn is_signed_in(app: &TestApp, token: &str) -> bool {
    app.get("/patients/me").token(token).send().await.status.as_u16() == 200
}

#[tokio::test]
async fn logout_ends_its_session_only() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let second = app.login(&patient.login, PASSWORD).await.token();
    let left = app.call(Method::POST, "/patients/auth/logout").token(&patient.token).send().await;
    assert_eq!((left.status.as_u16(), left.text.as_str()), (204, ""));
    assert!(!is_signed_in(&app, &patient.token).await);
    assert!(is_signed_in(&app, &second).await);
    let again = app.call(Method::POST, "/patients/auth/logout").token(&patient.token).send().await;
    assert_eq!(again.problem(401), "unauthorized");
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    app.clock.advance(TimeDelta::minutes(1));
    let phone = login_from(&app, &patient.login, PASSWORD, "203.0.113.7", "a=b").await.token();
    let listed = sessions(&app, &phone).await;
    assert_eq!(listed.len(), 2);
    let mut own = listed[0].clone();
    let id = own.as_object_mut().expect("an object").remove("id").expect("an id");
    let at = "2025-10-09T08:54:20Z";
    let expected = json!({
        "browser": "samsung", "platform": "android", "network": "203.0.113.*", "createdAt": at, "lastUsedAt": at,
        "current": true,
    });
    assert_eq!(own, expected);
    assert_eq!((&listed[1]["browser"], &listed[1]["current"]), (&json!("chrome"), &json!(false)));

    // another patient's session is not found
    let other = app.patient().await;
    let end = |token: &str| app.call(Method::DELETE, &format!("/patients/sessions/{id}")).token(token).send();
    assert_eq!(end(&other.token).await.problem(404), "not_found");
    end(&patient.token).await.expect(204);
    assert!(!is_signed_in(&app, &phone).await);
    assert_eq!(end(&patient.token).await.problem(404), "not_found");

    let third = app.login(&patient.login, PASSWORD).await.token();
    app.call(Method::DELETE, "/patients/sessions").token(&third).send().await.expect(204);
    for ended in [&patient.token, &third] {
        assert!(!is_signed_in(&app, ended).await);
    }
    assert!(is_signed_in(&app, &other.token).await);
}

#[tokio::test]
async fn last_use_is_written_once_in_a_while() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for (minutes, last_used) in [(4, "08:53:20Z"), (4, "09:01:20Z"), (3, "09:01:20Z")] {
        app.clock.advance(TimeDelta::minutes(minutes));
        assert!(is_signed_in(&app, &patient.token).await);
        let listed = sessions(&app, &patient.token).await;
        let at = listed[0]["lastUsedAt"].as_str().expect("a time");
        assert!(at.ends_with(last_used), "{at} is not {last_used}");
    }
}

#[tokio::test]
async fn unused_session_ends_before_its_lifetime() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let longer = "update patient_sessions set expires_at = expires_at + interval '7 days'";
    sqlx::query(longer).execute(&mut app.superuser().await).await.expect("a longer life");
    for _ in 0..2 {
        app.clock.advance(TimeDelta::hours(23));
        assert!(is_signed_in(&app, &patient.token).await);
    }
    app.clock.advance(TimeDelta::hours(24));
    assert!(!is_signed_in(&app, &patient.token).await);
}

async fn new_sign_ins(app: &TestApp) -> i64 {
    app.count("notifications where kind = 'new_sign_in'").await
}

#[tokio::test]
async fn sign_in_on_new_device_notifies() {
    let app = TestApp::new().await;
    let body = app.signup_body("kimhaneul").await;
    let signed_up = app.signup(&body).await;
    signed_up.expect(201);
    assert_eq!(new_sign_ins(&app).await, 0, "the sign-up itself");
    let home = device(&signed_up.headers);
    let again = login_from(&app, "KimHaneul", PASSWORD, "203.0.113.7", &home).await;
    again.expect(200);
    assert_eq!(new_sign_ins(&app).await, 0, "the same browser");
    let elsewhere = login_from(&app, "kimhaneul", PASSWORD, "203.0.113.7", "a=b").await;
    assert_eq!(new_sign_ins(&app).await, 1);
    let list = app.get("/patients/notifications").token(&again.token()).send().await.expect(200);
    let newest = &list["notifications"][0];
    assert_eq!((&newest["kind"], &newest["link"]), (&json!("new_sign_in"), &json!("/account/sessions")));
    assert_eq!(newest["title"], "새 기기에서 로그인했어요");
    // a browser can be a known device of several accounts
    let other = app.patient().await;
    let both =
        device(&login_from(&app, &other.login, PASSWORD, "203.0.113.7", &device(&elsewhere.headers)).await.headers);
    assert_eq!(new_sign_ins(&app).await, 2);
    for login in ["kimhaneul", &other.login] {
        login_from(&app, login, PASSWORD, "203.0.113.7", &both).await.expect(200);
    }
    assert_eq!(new_sign_ins(&app).await, 2);
}

#[tokio::test]
async fn guesses_do_not_lock_known_device_out() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let home = device(&login_from(&app, &patient.login, PASSWORD, "203.0.113.7", "a=b").await.headers);
    let attempt = async |password: &str, address: &str, cookie: &str| {
        login_from(&app, &patient.login, password, address, cookie).await.status.as_u16()
    };
    for number in 0..25 {
        let guess = attempt("wrong1234!", "203.0.113.7", "a=b").await;
        assert_eq!(guess, if number < 10 { 401 } else { 429 });
    }
    // the owner: with her cookie at the same address, and without it at another address
    assert_eq!(attempt(PASSWORD, "203.0.113.7", &home).await, 200);
    assert_eq!(attempt(PASSWORD, "203.0.113.8", "a=b").await, 200);
    // guesses from many addresses; successful sign-ins do not count
    let account = format!("{}:{}", app.one.tenant(), patient.login);
    let limit = api::services::limiter::LOGIN_ACCOUNT;
    for _ in 10..limit.limit {
        app.state.limiter.count(limit, &account).await.expect("failures are left");
    }
    app.exhaust_limit(api::services::limiter::LOGIN_ACCOUNT, &account).await;
    assert_eq!(attempt(PASSWORD, "203.0.113.9", "a=b").await, 429);
    assert_eq!(attempt(PASSWORD, "203.0.113.9", &home).await, 200);
    // a stolen device cookie gives ten guesses
    for number in 0..12 {
        assert_eq!(attempt("wrong1234!", "203.0.113.9", &home).await, if number < 10 { 401 } else { 429 });
    }
}

#[tokio::test]
async fn leaving_needs_the_present_password() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let delete_account = || app.call(Method::DELETE, "/patients/me").token(&patient.token).send();
    assert_eq!(delete_account().await.problem(403), "confirmation_required");
    let confirm = |body: Value| app.confirm(&patient.token, body);
    assert_eq!(confirm(json!({})).await.invalid_fields(), ["password.required"]);
    assert_eq!(confirm(json!({"password": "wrong1234!"})).await.invalid_fields(), ["password.mismatch"]);
    assert_eq!(confirm(json!({"phoneToken": "A".repeat(43)})).await.invalid_fields(), ["phoneToken.unknown"]);
    assert_eq!(delete_account().await.problem(403), "confirmation_required");
    // it is valid for its session, and for ten minutes
    let second = app.login(&patient.login, PASSWORD).await.token();
    confirm(json!({"password": PASSWORD})).await.expect(204);
    let elsewhere = app.call(Method::DELETE, "/patients/me").token(&second).send().await;
    assert_eq!(elsewhere.problem(403), "confirmation_required");
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(delete_account().await.problem(403), "confirmation_required");
    confirm(json!({"password": PASSWORD})).await.expect(204);
    delete_account().await.expect(204);
}

#[tokio::test]
async fn leaving_accepts_a_phone_code() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let proof = async |phone: &str| {
        app.request_code(phone).await;
        app.verify(phone, &app.find_code(phone).await).await.expect(200)["phoneToken"].clone()
    };
    let foreign = json!({"phoneToken": proof("01099998888").await});
    assert_eq!(app.confirm(&patient.token, foreign).await.invalid_fields(), ["phoneToken.unknown"]);
    let own = json!({"phoneToken": proof(PHONE).await});
    app.confirm(&patient.token, own).await.expect(204);
    app.call(Method::DELETE, "/patients/me").token(&patient.token).send().await.expect(204);
}

#[tokio::test]
async fn password_guesses_of_a_thief_are_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for number in 0..12 {
        let response = app.confirm(&patient.token, json!({"password": "wrong1234!"})).await;
        assert_eq!(response.status.as_u16(), if number < 10 { 422 } else { 429 });
    }
}

/// Action, login ID, patients, whether address and request id are set, clinic.
type Row = (String, Option<String>, Vec<i64>, bool, Option<i64>);

#[tokio::test]
async fn every_sign_in_is_in_the_access_log() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let id = me(&app, &patient).await;
    app.login(&patient.login, PASSWORD).await.expect(200);
    app.login(&patient.login, "wrong1234!").await.problem(401);
    app.login("nobody99", PASSWORD).await.problem(401);
    app.login("한글아이디", PASSWORD).await.problem(401);
    let body = app.signup_body("kimhaneul").await;
    let new = app.signup(&body).await.expect(201)["patient"]["id"].as_i64().expect("an id");
    let rows: Vec<Row> = sqlx::query_as(
        "select action, login_id, patient_ids, client_address is not null and request_id is not null, institution_id
         from access_log order by seq",
    )
    .fetch_all(&mut app.superuser().await)
    .await
    .expect("rows");
    let row = |action: &str, patients: &[i64]| -> Row { (action.to_owned(), None, patients.to_vec(), true, None) };
    let expected = [
        row("patient_sign_in", &[id]),
        row("patient_sign_in_failed", &[id]),
        row("patient_sign_in_failed", &[]),
        row("patient_sign_in_failed", &[]),
        row("patient_sign_in", &[new]),
    ];
    assert_eq!(rows, expected);
    assert_eq!(app.count("clinic_access_log").await, 0, "they are no clinic's");
}

async fn me(app: &TestApp, patient: &SignedIn) -> i64 {
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    me["patient"]["id"].as_i64().expect("an id")
}

/// Collects the log lines of this thread.
#[derive(Clone, Default)]
struct LogLines(Arc<Mutex<Vec<String>>>);

/// The fields of one line.
struct LineText(String);

impl Visit for LineText {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let name = field.name();
        write!(self.0, "{name}={value:?} ").expect("a string takes everything");
    }
}

impl tracing::Subscriber for LogLines {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target().starts_with("api")
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = LineText(String::new());
        event.record(&mut text);
        self.0.lock().push(text.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[tokio::test]
async fn denials_are_logged_with_the_account() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let id = me(&app, &patient).await;
    let lines = LogLines::default();
    let guard = tracing::subscriber::set_default(lines.clone());
    let is_logged = |parts: &[&str]| lines.0.lock().iter().any(|line| parts.iter().all(|part| line.contains(part)));
    let account = format!("caller=patient {id} ");

    app.login(&patient.login, "wrong1234!").await.problem(401);
    assert!(is_logged(&["route=\"/api/v1/patients/auth/login\"", "status=401", &account]), "{:?}", lines.0.lock());
    app.get("/patients/tcis/self-check/999999").token(&patient.token).send().await.problem(404);
    assert!(is_logged(&["method=\"GET\"", "status=404", &account]), "{:?}", lines.0.lock());
    app.get("/patients/me").token(&"A".repeat(43)).send().await.problem(401);
    assert!(is_logged(&["method=\"GET\"", "status=401"]), "{:?}", lines.0.lock());
    lines.0.lock().clear();
    app.get("/patients/me").token(&patient.token).send().await.expect(200);
    assert!(!is_logged(&["answered"]), "a read that was allowed");
    drop(guard);
}
