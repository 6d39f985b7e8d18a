//! Sessions of staff: passwords that end them, sign-out, the idle limit, and calls from other sites.

use api::services::limiter::STAFF_ACCOUNT;
use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::test_app::{PASSWORD, TestApp};

const NEW_PASSWORD: &str = "Blue7-Kettle!";

impl TestApp {
    /// Signs in as staff and returns the token of the new session.
    pub async fn staff_token(&self, login: &str, password: &str) -> String {
        let response = self.staff_login(login, password).await;
        response.expect(200);
        response.header("set-cookie").expect("a cookie").split(['=', ';']).nth(1).expect("a token").to_owned()
    }

    async fn is_signed_in(&self, token: &str) -> bool {
        self.get("/institutions/me").token(token).header("x-poll", "1").send().await.status == 200
    }

    async fn change_password(&self, member: &Member, body: Value) -> TestResponse {
        self.staff_call(member, Method::POST, "/institutions/auth/password").json(&body).send().await
    }
}

#[tokio::test]
async fn password_change_needs_the_present_one() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let elsewhere = app.staff_token(&nurse.login, PASSWORD).await;
    for (current, wrong) in
        [(Value::Null, "currentPassword.required"), (json!("Wrong-1234!"), "currentPassword.mismatch")]
    {
        let mut body = json!({"password": NEW_PASSWORD});
        if !current.is_null() {
            body["currentPassword"] = current;
        }
        assert_eq!(app.change_password(&nurse, body).await.invalid_fields(), [wrong]);
    }
    app.change_password(&nurse, json!({"currentPassword": PASSWORD, "password": NEW_PASSWORD})).await.expect(200);
    assert!(app.is_signed_in(&nurse.token).await && !app.is_signed_in(&elsewhere).await);
    app.staff_login(&nurse.login, NEW_PASSWORD).await.expect(200);
}

/// Signs in as staff from an address, in a browser with a cookie.
async fn login_from(app: &TestApp, nurse: &Member, password: &str, address: &str, cookie: &str) -> TestResponse {
    let body = json!({"loginId": nurse.login, "password": password});
    let call = app.call(Method::POST, "/institutions/auth/login").header("x-forwarded-for", address);
    call.header("cookie", cookie).json(&body).send().await
}

/// Returns the device cookie that a response sets.
fn device(response: &TestResponse) -> String {
    let mut lines = response.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let line = lines.find(|line| line.starts_with("__Host-knownStaffDevice=")).expect("a cookie");
    assert!(line.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure"), "{line}");
    line.split(';').next().expect("a pair").to_owned()
}

#[tokio::test]
async fn guesses_do_not_lock_known_staff_device() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let home = device(&login_from(&app, &nurse, PASSWORD, "203.0.113.7", "a=b").await);
    // guesses from many addresses
    app.exhaust_limit(STAFF_ACCOUNT, &format!("{}:{}", app.one.tenant(), nurse.login)).await;
    let attempt = async |password: &str, cookie: &str| {
        login_from(&app, &nurse, password, "203.0.113.9", cookie).await.status.as_u16()
    };
    assert_eq!(attempt(PASSWORD, "a=b").await, 429);
    assert_eq!(attempt(PASSWORD, &home).await, 200);
    // a stolen device cookie gives ten guesses, and none at another account
    for number in 0..12 {
        assert_eq!(attempt("Wrong-1234!", &home).await, if number < 10 { 401 } else { 429 });
    }
    let colleague = app.staff(StaffRole::ShootingExpert).await;
    app.exhaust_limit(STAFF_ACCOUNT, &format!("{}:{}", app.one.tenant(), colleague.login)).await;
    let refused = login_from(&app, &colleague, PASSWORD, "203.0.113.9", &home).await;
    assert_eq!(refused.problem(429), "too_many_requests");
}

#[tokio::test]
async fn admin_resets_forgotten_password() {
    let app = TestApp::new().await;
    let (admin, nurse) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::ShootingExpert).await);
    let stranger = app.other_staff().await;
    let reset = async |id: i64| {
        app.staff_call(&admin, Method::POST, &format!("/institutions/staff/{id}/password")).send().await
    };
    assert_eq!(reset(stranger.id).await.problem(404), "not_found");
    assert_eq!(reset(admin.id).await.problem(409), "illegal_transition");
    let first = reset(nurse.id).await.expect(200)["temporaryPassword"].as_str().expect("a password").to_owned();
    assert!(!app.is_signed_in(&nurse.token).await, "its sessions end");
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.problem(401), "invalid_credentials");
    // it is valid for one sign-in, and a wrong guess does not consume it
    app.staff_login(&nurse.login, "Wrong-1234!").await.problem(401);
    assert_eq!(app.staff_login(&nurse.login, &first).await.expect(200)["next"], "password");
    assert_eq!(app.staff_login(&nurse.login, &first).await.problem(401), "temporary_password_expired");
    let second = reset(nurse.id).await.expect(200)["temporaryPassword"].as_str().expect("a password").to_owned();
    app.advance_in_use(TimeDelta::hours(11)).await;
    app.advance_in_use(TimeDelta::hours(61)).await;
    assert_eq!(app.staff_login(&nurse.login, &second).await.problem(401), "temporary_password_expired");
    assert_eq!(
        app.count(&format!("access_log where action = 'password_reset' and reason = '{}'", nurse.login)).await,
        2
    );
}

#[tokio::test]
async fn idle_session_ends_and_polling_is_no_use() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let list = async |poll: bool| {
        let call = app.staff_call(&nurse, Method::GET, "/institutions/tcis");
        if poll { call.header("x-poll", "1").send().await } else { call.send().await }
    };
    app.clock.advance(TimeDelta::minutes(29));
    list(false).await.expect(200);
    for _ in 0..2 {
        app.clock.advance(TimeDelta::minutes(14));
        list(true).await.expect(200);
    }
    app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(list(true).await.problem(401), "unauthorized");
}

#[tokio::test]
async fn sign_out_revokes_the_session() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let other = app.staff_token(&nurse.login, PASSWORD).await;
    let done = app.staff_call(&nurse, Method::POST, "/institutions/auth/logout").send().await;
    let cookie = done.header("set-cookie").expect("a cookie").to_owned();
    done.expect(204);
    assert!(cookie.starts_with("__Host-staffAuthorization=; Path=/; Max-Age=0;"), "{cookie}");
    assert!(!app.is_signed_in(&nurse.token).await && app.is_signed_in(&other).await);
    assert_eq!(app.count("access_log where action = 'sign_out'").await, 1);
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let app = TestApp::new().await;
    let (nurse, stranger) = (app.staff(StaffRole::ShootingExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let body = json!({"loginId": nurse.login, "password": PASSWORD});
    let agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36";
    let login = app.call(Method::POST, "/institutions/auth/login").json(&body).header("user-agent", agent).send().await;
    login.expect(200);
    let path = "/institutions/auth/sessions";
    let listed = app.staff_call(&nurse, Method::GET, path).send().await.expect(200);
    let sessions = listed["sessions"].as_array().expect("a list");
    let elsewhere = sessions.iter().find(|one| one["current"] == false).expect("the sign-in elsewhere");
    assert_eq!(sessions.len(), 2);
    assert_eq!(
        (&elsewhere["browser"], &elsewhere["platform"], &elsewhere["address"]),
        (&json!("chrome"), &json!("windows"), &json!("127.0.0.1"))
    );
    let one = format!("{path}/{}", elsewhere["id"]);
    assert_eq!(app.staff_call(&stranger, Method::DELETE, &one).send().await.problem(404), "not_found");
    app.staff_call(&nurse, Method::DELETE, &one).send().await.expect(204);
    assert_eq!(app.staff_call(&nurse, Method::DELETE, &one).send().await.problem(404), "not_found");
    let third = app.staff_token(&nurse.login, PASSWORD).await;
    app.staff_call(&nurse, Method::DELETE, path).send().await.expect(204);
    assert!(!app.is_signed_in(&nurse.token).await && !app.is_signed_in(&third).await);
    assert!(app.is_signed_in(&stranger.token).await);
}

#[tokio::test]
async fn cookie_counts_from_own_pages_only() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let cookie = format!("__Host-staffAuthorization={}", nurse.token);
    let call = |method: Method, path: &str, header: (&'static str, &str)| {
        let call = app.call(method, path).header("cookie", &cookie);
        if header.0.is_empty() { call } else { call.header(header.0, header.1) }
    };
    let none = ("", "");
    for (header, status) in [
        (("sec-fetch-site", "same-origin"), 200),
        (("sec-fetch-site", "none"), 200),
        (("origin", "https://one.example"), 200),
        (("sec-fetch-site", "cross-site"), 403),
        (("sec-fetch-site", "same-site"), 403),
        (("origin", "https://evil.example"), 403),
        (("origin", "http://one.example"), 403),
        (("origin", "null"), 403),
        (none, 403),
    ] {
        let response = call(Method::GET, "/institutions/me", header).send().await;
        assert_eq!(response.status.as_u16(), status, "{header:?}: {}", response.text);
    }
    for (method, path) in [(Method::POST, "/institutions/invites"), (Method::DELETE, "/institutions/auth/sessions")] {
        let refused = call(method, path, ("sec-fetch-site", "cross-site")).json(&json!({})).send().await;
        assert_eq!(refused.problem(403), "cross_site", "{path}");
    }
    assert_eq!(app.count("invites").await, 0);
    app.staff_call(&nurse, Method::GET, "/institutions/me").send().await.expect(200);
}

#[tokio::test]
async fn second_cookie_of_the_name_does_not_win() {
    let app = TestApp::new().await;
    let (owner, thief) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::ShootingExpert).await);
    let me = async |cookie: String| {
        app.get("/institutions/me").header("cookie", &cookie).header("sec-fetch-site", "same-origin").send().await
    };
    let (host, plain) = ("__Host-staffAuthorization", "staffAuthorization");
    for cookie in [
        format!("{host}={}; {host}={}", thief.token, owner.token),
        format!("{host}={}; {host}={}", owner.token, thief.token),
        format!("{host}=; {host}={}", thief.token),
        // another host of the domain can set a cookie without the prefix
        format!("{plain}={}", thief.token),
    ] {
        assert_eq!(me(cookie.clone()).await.problem(401), "unauthorized", "{cookie}");
    }
    let both = me(format!("{plain}={}; {host}={}", thief.token, owner.token)).await.expect(200);
    assert_eq!(both["staff"]["id"], owner.id);
}
