//! Social sign-in.

use std::time::Duration;

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;
use testing::eventually;
use url::Url;

use crate::client::TestResponse;
use crate::fake_partners::FakePartners;
use crate::test_app::{OTHER_HOST, TestApp};

const KAKAO: &str = "/patients/social/kakao";

/// A started sign-in.
struct StartedSignIn {
    to: Url,
    state: String,
    cookie: String,
}

async fn start(app: &TestApp, provider: &str, query: &str) -> StartedSignIn {
    parse_start(&app.get(&format!("/patients/social/{provider}/start{query}")).send().await)
}

fn parse_start(response: &TestResponse) -> StartedSignIn {
    assert_eq!(response.status.as_u16(), 303, "{}", response.text);
    let to: Url = response.header("location").expect("a way").parse().expect("a URL");
    let state = field(&to, "state").expect("a state");
    let cookie = response.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.ends_with("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    StartedSignIn { to, state, cookie: cookie.split(';').next().expect("a pair").to_owned() }
}

fn field(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(field, _)| field == name).map(|(_, value)| value.into_owned())
}

impl StartedSignIn {
    /// Follows the callback in the browser that started the sign-in.
    async fn back(&self, app: &TestApp, path: &str, query: &str) -> TestResponse {
        let path = format!("{path}?state={}{query}", self.state);
        app.get(&path).header("cookie", &format!("a=b; {}", self.cookie)).send().await
    }
}

#[track_caller]
fn location(response: &TestResponse) -> &str {
    assert_eq!(response.status.as_u16(), 303, "{}", response.text);
    response.header("location").expect("a way")
}

/// Makes the fake Kakao return a person with this id.
fn kakao_knows(partners: &FakePartners, id: u64) {
    partners.set_response(
        "/kauth/oauth/token",
        200,
        &json!({"access_token": "T", "token_type": "bearer", "expires_in": 21599}),
    );
    let account = json!({"name": "김하늘", "email": "kim@kakao.com", "is_email_valid": true, "is_email_verified": true,
        "phone_number": "+82 10-1234-5678", "birthyear": "1990", "birthday": "0131", "birthday_type": "SOLAR", "gender": "female"});
    partners.set_response("/kapi/v2/user/me", 200, &json!({"id": id, "kakao_account": account}));
}

/// A ticket of a new person, and the cookie of the person's browser.
struct Ticket {
    token: String,
    cookie: String,
}

async fn ticket(app: &TestApp, partners: &FakePartners, id: u64) -> Ticket {
    kakao_knows(partners, id);
    let response = start(app, "kakao", "").await.back(app, KAKAO, "&code=C").await;
    let token = location(&response).strip_prefix("/auth/signup/form?social=").expect("the form").to_owned();
    Ticket { token, cookie: ticket_cookie(&response) }
}

fn ticket_cookie(response: &TestResponse) -> String {
    let mut lines = response.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let line = lines.find(|line| line.starts_with("__Host-socialTicket=")).expect("a cookie");
    assert!(line.ends_with("; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure"), "{line}");
    line.split(';').next().expect("a pair").to_owned()
}

impl Ticket {
    async fn profile(&self, app: &TestApp) -> TestResponse {
        app.get(&format!("/patients/social/profile?token={}", self.token)).header("cookie", &self.cookie).send().await
    }

    /// Signs up with the ticket in its browser.
    async fn signup(&self, app: &TestApp, login: &str) -> TestResponse {
        let mut body = app.signup_body(login).await;
        body["socialToken"] = json!(self.token);
        let call = app.call(Method::POST, "/patients/auth/signup").header("cookie", &self.cookie);
        call.json(&body).send().await
    }
}

#[tokio::test]
async fn social_signup_links_the_account() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    kakao_knows(&partners, 7);
    let started = start(&app, "kakao", "?redirect=/self-check%3Fa%3D1").await;
    let redirect_uri = "https://one.example/api/v1/patients/social/kakao";
    assert!(started.to.as_str().starts_with(&format!("{}/kauth/oauth/authorize?", partners.url)), "{}", started.to);
    assert_eq!(field(&started.to, "redirect_uri").as_deref(), Some(redirect_uri));
    assert_eq!(field(&started.to, "code_challenge_method").as_deref(), Some("S256"));
    assert!(!started.to.as_str().contains("self-check"), "the way back stays with us");

    let response = started.back(&app, KAKAO, "&code=CODE").await;
    let query = location(&response).strip_prefix("/auth/signup/form?social=").expect("the form");
    let (token, rest) = query.split_once('&').expect("the way back");
    assert_eq!(rest, "redirect=%2Fself-check%3Fa%3D1");
    let form = &partners.calls("/kauth/oauth/token")[0].fields;
    assert_eq!((form["code"].as_str(), form["redirect_uri"].as_str()), ("CODE", redirect_uri));
    assert_eq!((form["client_secret"].as_str(), form["code_verifier"].len()), ("kakao-secret", 43));
    assert_eq!(partners.calls("/kapi/v2/user/me")[0].headers["authorization"], "Bearer T");

    let ticket = Ticket { token: token.to_owned(), cookie: ticket_cookie(&response) };
    let profile = ticket.profile(&app).await.expect(200);
    let expected = json!({"provider": "kakao", "name": "김하늘", "email": "kim@kakao.com", "phone": "01012345678",
        "birth": "1990.01.31", "gender": 1});
    assert_eq!(profile, json!({"profile": expected}));

    let signed_up = ticket.signup(&app, "kimhaneul").await.expect(201);
    // the ticket is consumed
    assert_eq!(ticket.profile(&app).await.problem(404), "invalid_token");
    assert_eq!(ticket.signup(&app, "kimhaneul2").await.invalid_fields(), ["socialToken.unknown"]);
    assert_eq!(app.count_patients("kimhaneul2").await, 0);

    let started = start(&app, "kakao", "?redirect=/self-check").await;
    let response = started.back(&app, KAKAO, "&code=CODE2").await;
    assert_eq!(location(&response), "/self-check");
    let cookies: Vec<_> = response.headers.get_all("set-cookie").iter().map(|c| c.to_str().expect("text")).collect();
    assert!(cookies[0].starts_with("__Host-socialBrowser=; ") && cookies[0].contains("Max-Age=0"), "{cookies:?}");
    let token = cookies[1].strip_prefix("authorization=").and_then(|c| c.split(';').next()).expect("a session");
    let me = app.get("/patients/me").token(token).send().await.expect(200);
    assert_eq!(me["patient"]["id"], signed_up["patient"]["id"]);
    let without = start(&app, "kakao", "").await.back(&app, KAKAO, "&code=C").await;
    assert_eq!(location(&without), "/");
}

#[tokio::test]
async fn naver_tci_callback_has_its_own_path() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    partners.set_response("/nid/oauth2.0/token", 200, &json!({"access_token": "T", "expires_in": "3600"}));
    partners.set_response(
        "/openapi/v1/nid/me",
        200,
        &json!({"resultcode": "00", "message": "success", "response": {"id": "N1"}}),
    );
    let started = start(&app, "naver", "?redirect=/apply-tci").await;
    let path = "/patients/social/naver/tci";
    assert_eq!(field(&started.to, "redirect_uri"), Some(format!("https://one.example/api/v1{path}")));
    assert_eq!(field(&started.to, "code_challenge"), None);
    let response = started.back(&app, path, "&code=C").await;
    assert!(location(&response).starts_with("/auth/signup/form?social="), "{}", location(&response));
    assert!(location(&response).ends_with("&redirect=%2Fapply-tci"), "{}", location(&response));
    assert_eq!(partners.calls("/nid/oauth2.0/token")[0].fields["state"], started.state);
    let tenant = app.get("/tenant").send().await.expect(200);
    assert_eq!(tenant["tenant"]["social"], json!(["kakao", "naver"]));
    for path in ["/google/start", "/google", "/google/tci", "/apple/start", "/apple", "/%ff/start"] {
        let status = app.get(&format!("/patients/social{path}")).send().await.status.as_u16();
        assert!(status == 404 || (path == "/%ff/start" && status == 400), "{path}: {status}");
    }
}

#[tokio::test]
async fn social_state_is_bound_to_browser_once() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    kakao_knows(&partners, 7);
    let refused = "/auth/signin?error=social_state";
    let none = app.get(&format!("{KAKAO}?code=C")).send().await;
    assert_eq!(location(&none), refused);

    let (own, foreign) = (start(&app, "kakao", "").await, start(&app, "kakao", "").await);
    // an attacker sends the victim a callback URL of the attacker's sign-in
    let without_cookie = app.get(&format!("{KAKAO}?code=C&state={}", own.state)).send().await;
    assert_eq!(location(&without_cookie), refused);
    let crossed = StartedSignIn { to: own.to.clone(), state: own.state.clone(), cookie: foreign.cookie.clone() };
    assert_eq!(location(&crossed.back(&app, KAKAO, "&code=C").await), refused);
    let unknown = StartedSignIn { to: own.to.clone(), state: "A".repeat(43), cookie: own.cookie.clone() };
    assert_eq!(location(&unknown.back(&app, KAKAO, "&code=C").await), refused);
    // another provider's and another tenant's callback
    assert_eq!(location(&own.back(&app, "/patients/social/naver", "&code=C").await), refused);
    let path = format!("{KAKAO}?code=C&state={}", own.state);
    let elsewhere = app.call_host(OTHER_HOST, Method::GET, &path).header("cookie", &own.cookie).send().await;
    assert_eq!(location(&elsewhere), refused);
    let twice = own.back(&app, KAKAO, "&code=C&code=D").await;
    assert_eq!(location(&twice), refused, "a query that cannot be read");
    assert!(partners.calls("/kauth/oauth/token").is_empty(), "no code was forwarded");

    // the original browser's state is still valid
    assert!(location(&own.back(&app, KAKAO, "&code=C").await).starts_with("/auth/signup/form"));
    assert_eq!(location(&own.back(&app, KAKAO, "&code=C").await), refused, "replayed");
    let late = start(&app, "kakao", "").await;
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(location(&late.back(&app, KAKAO, "&code=C").await), refused);
}

#[tokio::test]
async fn social_redirect_stays_on_site() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    kakao_knows(&partners, 7);
    for evil in [
        "//evil.example",
        "https://evil.example/",
        "/%5Cevil.example",
        "%5C%5Cevil.example",
        "/%09/evil.example",
        "javascript:alert(1)",
        "/a/..//evil.example",
        "/.//evil.example",
        "/x%0D%0Aset-cookie:%20a=b",
        "evil",
    ] {
        let response = start(&app, "kakao", &format!("?redirect={evil}")).await.back(&app, KAKAO, "&code=C").await;
        let to = location(&response);
        assert!(to.starts_with("/auth/signup/form?social=") && !to.contains("redirect"), "{evil}: {to}");
    }
    // only the redirect stored at the start is used; the callback cannot set one
    let started = start(&app, "kakao", "?redirect=/self-check").await;
    let response = started.back(&app, KAKAO, "&code=C&redirect=https://evil.example").await;
    assert!(location(&response).ends_with("&redirect=%2Fself-check"));
}

#[tokio::test]
async fn social_failure_redirects_to_sign_in() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let back = async |query: &str| {
        let response = start(&app, "kakao", "?redirect=/self-check").await.back(&app, KAKAO, query).await;
        assert!(
            !response
                .headers
                .get_all("set-cookie")
                .iter()
                .any(|c| c.to_str().expect("text").starts_with("authorization="))
        );
        location(&response).to_owned()
    };
    let to = |code: &str| format!("/auth/signin?error={code}&redirect=%2Fself-check");
    assert_eq!(back("&error=access_denied&error_description=x").await, to("social_denied"));
    assert_eq!(back("&error=server_error").await, to("social_failed"));
    assert_eq!(back("").await, to("social_failed"));
    for (status, body) in [
        (500, "{}"),
        (200, "<html>"),
        (200, "{}"),
        (400, r#"{"error":"invalid_grant"}"#),
        (200, r#"{"error":"invalid_request"}"#),
    ] {
        partners.set_text_response("/kauth/oauth/token", status, body);
        assert_eq!(back("&code=C").await, to("social_failed"), "{status} {body}");
    }
    kakao_knows(&partners, 7);
    for (status, body) in [(401, r#"{"msg":"m","code":-401}"#), (503, "{}"), (200, r#"{"id":""}"#), (200, "[]")] {
        partners.set_text_response("/kapi/v2/user/me", status, body);
        assert_eq!(back("&code=C").await, to("social_failed"), "{status} {body}");
    }
    partners.hang("/kapi/v2/user/me");
    assert_eq!(back("&code=C").await, to("social_failed"));
    assert_eq!(app.count("social_tickets").await + app.count("patient_sessions").await, 0);
    // every failure is logged, except that the person declined
    let logged =
        "access_log where action = 'patient_sign_in_failed' and client_address is not null and request_id is not null";
    assert_eq!(app.count(logged).await, 12);
}

#[tokio::test]
async fn social_ticket_is_sealed_and_expires() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let ticket = ticket(&app, &partners, 7).await;
    let readable = "social_tickets where position('01012345678'::bytea in profile_sealed) > 0";
    assert_eq!((app.count("social_tickets").await, app.count(readable).await), (1, 0));
    let path = format!("/patients/social/profile?token={}", ticket.token);
    let elsewhere = app.call_host(OTHER_HOST, Method::GET, &path).header("cookie", &ticket.cookie).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    let nothing = Ticket { token: String::new(), cookie: ticket.cookie.clone() };
    assert_eq!(nothing.profile(&app).await.problem(404), "invalid_token");
    ticket.profile(&app).await.expect(200);
    app.clock.advance(TimeDelta::minutes(30));
    assert_eq!(ticket.profile(&app).await.problem(404), "invalid_token");
    assert_eq!(ticket.signup(&app, "kimhaneul").await.invalid_fields(), ["socialToken.unknown"]);
}

#[tokio::test]
async fn foreign_social_ticket_links_nothing() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let (theirs, own) = (ticket(&app, &partners, 7).await, ticket(&app, &partners, 8).await);
    let both = format!("{}; {}", theirs.cookie, own.cookie);
    for cookie in [own.cookie.as_str(), "a=b", "__Host-socialTicket=", &both] {
        let sent = Ticket { token: theirs.token.clone(), cookie: cookie.to_owned() };
        assert_eq!(sent.profile(&app).await.problem(404), "invalid_token", "{cookie}");
        assert_eq!(sent.signup(&app, "victim01").await.invalid_fields(), ["socialToken.unknown"], "{cookie}");
    }
    assert_eq!((app.count_patients("victim01").await, app.count("social_accounts").await), (0, 0));
    // the ticket is still valid
    theirs.signup(&app, "kimhaneul").await.expect(201);
}

#[tokio::test]
async fn concurrent_callbacks_have_one_winner() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    kakao_knows(&partners, 7);
    let started = start(&app, "kakao", "").await;
    // both find the row and wait for its lock
    let mut holder = app.superuser().await;
    let mut held = sqlx::Connection::begin(&mut holder).await.expect("a transaction");
    sqlx::query("select from social_states for update").execute(&mut *held).await.expect("held");
    let release = async {
        let waiting = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        eventually("two waiting callbacks", Duration::from_secs(10), async || app.count(waiting).await == 2).await;
        held.rollback().await.expect("released");
    };
    let back = || started.back(&app, KAKAO, "&code=C");
    let both = async { tokio::join!(back(), back(), release) };
    let (one, two, ()) = tokio::time::timeout(Duration::from_secs(20), both).await.expect("both wait");
    let mut ways = [location(&one), location(&two)];
    ways.sort_unstable();
    assert_eq!(ways[0], "/auth/signin?error=social_state");
    assert!(ways[1].starts_with("/auth/signup/form?social="), "{}", ways[1]);
    assert_eq!(partners.calls("/kauth/oauth/token").len(), 1, "one code is spent");
    assert_eq!((app.count("social_states").await, app.count("social_tickets").await), (0, 1));
}

#[tokio::test]
async fn concurrent_social_signups_have_one_winner() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let (first, second) = (ticket(&app, &partners, 7).await, ticket(&app, &partners, 7).await);
    let body = async |login: &str, ticket: &Ticket| {
        let mut body = app.signup_body(login).await;
        body["socialToken"] = json!(ticket.token);
        app.call(Method::POST, "/patients/auth/signup").header("cookie", &ticket.cookie).json(&body)
    };
    let (one, two) = (body("racer001", &first).await, body("racer002", &second).await);
    let (one, two) = tokio::join!(one.send(), two.send());
    let (won, lost) = if one.status.as_u16() == 201 { (one, two) } else { (two, one) };
    won.expect(201);
    assert_eq!(lost.problem(409), "already_registered");
    assert_eq!((app.count("social_accounts").await, app.count("patients where login_key like 'racer%'").await), (1, 1));
}
