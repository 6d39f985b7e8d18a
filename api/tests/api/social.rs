//! Social sign-in: out, back, and who may come back.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;
use url::Url;

use crate::client::Answer;
use crate::party::Party;
use crate::world::{OTHER_HOST, World};

const KAKAO: &str = "/patients/social/kakao";

/// A sign-in that left for its provider.
struct Left {
    to: Url,
    state: String,
    cookie: String,
}

async fn start(world: &World, provider: &str, query: &str) -> Left {
    left(&world.get(&format!("/patients/social/{provider}/start{query}")).send().await)
}

fn left(answer: &Answer) -> Left {
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    let to: Url = answer.header("location").expect("a way").parse().expect("a URL");
    let state = field(&to, "state").expect("a state");
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.ends_with("; Path=/api/v1/patients; Max-Age=600; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    Left { to, state, cookie: cookie.split(';').next().expect("a pair").to_owned() }
}

fn field(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(field, _)| field == name).map(|(_, value)| value.into_owned())
}

impl Left {
    /// Comes back in the browser that began.
    async fn back(&self, world: &World, path: &str, query: &str) -> Answer {
        let path = format!("{path}?state={}{query}", self.state);
        world.get(&path).header("cookie", &format!("a=b; {}", self.cookie)).send().await
    }
}

#[track_caller]
fn location(answer: &Answer) -> &str {
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    answer.header("location").expect("a way")
}

/// A Kakao that knows a person by this id.
fn kakao_knows(party: &Party, id: u64) {
    party.answer("/kauth/oauth/token", 200, &json!({"access_token": "T", "token_type": "bearer", "expires_in": 21599}));
    let account = json!({"name": "김하늘", "email": "kim@kakao.com", "is_email_valid": true, "is_email_verified": true,
        "phone_number": "+82 10-1234-5678", "birthyear": "1990", "birthday": "0131", "birthday_type": "SOLAR", "gender": "female"});
    party.answer("/kapi/v2/user/me", 200, &json!({"id": id, "kakao_account": account}));
}

/// A ticket for somebody new, and the cookie of the browser that it was given to.
struct Ticket {
    token: String,
    cookie: String,
}

async fn ticket(world: &World, party: &Party, id: u64) -> Ticket {
    kakao_knows(party, id);
    let answer = start(world, "kakao", "").await.back(world, KAKAO, "&code=C").await;
    let token = location(&answer).strip_prefix("/auth/signup/form?social=").expect("the form").to_owned();
    Ticket { token, cookie: ticket_cookie(&answer) }
}

fn ticket_cookie(answer: &Answer) -> String {
    let mut lines = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let line = lines.find(|line| line.starts_with("socialTicket=")).expect("a cookie");
    assert!(line.ends_with("; Path=/api/v1/patients; Max-Age=1800; HttpOnly; SameSite=Lax; Secure"), "{line}");
    line.split(';').next().expect("a pair").to_owned()
}

impl Ticket {
    async fn profile(&self, world: &World) -> Answer {
        world.get(&format!("/patients/social/profile?token={}", self.token)).header("cookie", &self.cookie).send().await
    }

    /// A sign-up by the ticket, in its browser.
    async fn signup(&self, world: &World, login: &str) -> Answer {
        let mut body = world.signup_body(login).await;
        body["socialToken"] = json!(self.token);
        let call = world.call(Method::POST, "/patients/auth/signup").header("cookie", &self.cookie);
        call.json(&body).send().await
    }
}

#[tokio::test]
async fn somebody_new_signs_up_and_is_known_from_then_on() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    kakao_knows(&party, 7);
    let left = start(&world, "kakao", "?redirect=/self-check%3Fa%3D1").await;
    let redirect_uri = "https://one.example/api/v1/patients/social/kakao";
    assert!(left.to.as_str().starts_with(&format!("{}/kauth/oauth/authorize?", party.url)), "{}", left.to);
    assert_eq!(field(&left.to, "redirect_uri").as_deref(), Some(redirect_uri));
    assert_eq!(field(&left.to, "code_challenge_method").as_deref(), Some("S256"));
    assert!(!left.to.as_str().contains("self-check"), "the way back stays with us");

    let answer = left.back(&world, KAKAO, "&code=CODE").await;
    let query = location(&answer).strip_prefix("/auth/signup/form?social=").expect("the form");
    let (token, rest) = query.split_once('&').expect("the way back");
    assert_eq!(rest, "redirect=%2Fself-check%3Fa%3D1");
    let form = &party.asked("/kauth/oauth/token")[0].fields;
    assert_eq!((form["code"].as_str(), form["redirect_uri"].as_str()), ("CODE", redirect_uri));
    assert_eq!((form["client_secret"].as_str(), form["code_verifier"].len()), ("kakao-secret", 43));
    assert_eq!(party.asked("/kapi/v2/user/me")[0].headers["authorization"], "Bearer T");

    let ticket = Ticket { token: token.to_owned(), cookie: ticket_cookie(&answer) };
    let profile = ticket.profile(&world).await.expect(200);
    let expected = json!({"provider": "kakao", "name": "김하늘", "email": "kim@kakao.com", "phone": "01012345678",
        "birth": "1990.01.31", "gender": 1});
    assert_eq!(profile, json!({"profile": expected}));

    let signed_up = ticket.signup(&world, "kimhaneul").await.expect(201);
    // the ticket is spent
    assert_eq!(ticket.profile(&world).await.problem(404), "invalid_token");
    assert_eq!(ticket.signup(&world, "kimhaneul2").await.wrong_fields(), ["socialToken.unknown"]);
    assert_eq!(world.patients_named("kimhaneul2").await, 0);

    let left = start(&world, "kakao", "?redirect=/self-check").await;
    let answer = left.back(&world, KAKAO, "&code=CODE2").await;
    assert_eq!(location(&answer), "/self-check");
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().map(|c| c.to_str().expect("text")).collect();
    assert!(cookies[0].starts_with("socialBrowser=; ") && cookies[0].contains("Max-Age=0"), "{cookies:?}");
    let token = cookies[1].strip_prefix("authorization=").and_then(|c| c.split(';').next()).expect("a session");
    let me = world.get("/patients/me").token(token).send().await.expect(200);
    assert_eq!(me["patient"]["id"], signed_up["patient"]["id"]);
    let without = start(&world, "kakao", "").await.back(&world, KAKAO, "&code=C").await;
    assert_eq!(location(&without), "/");
}

#[tokio::test]
async fn naver_and_the_way_back_for_tci_are_their_own() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    party.answer("/nid/oauth2.0/token", 200, &json!({"access_token": "T", "expires_in": "3600"}));
    party.answer(
        "/openapi/v1/nid/me",
        200,
        &json!({"resultcode": "00", "message": "success", "response": {"id": "N1"}}),
    );
    let left = start(&world, "naver", "?redirect=/apply-tci").await;
    let path = "/patients/social/naver/tci";
    assert_eq!(field(&left.to, "redirect_uri"), Some(format!("https://one.example/api/v1{path}")));
    assert_eq!(field(&left.to, "code_challenge"), None);
    let answer = left.back(&world, path, "&code=C").await;
    assert!(location(&answer).starts_with("/auth/signup/form?social="), "{}", location(&answer));
    assert!(location(&answer).ends_with("&redirect=%2Fapply-tci"), "{}", location(&answer));
    assert_eq!(party.asked("/nid/oauth2.0/token")[0].fields["state"], left.state);
    let tenant = world.get("/tenant").send().await.expect(200);
    assert_eq!(tenant["tenant"]["social"], json!(["kakao", "naver"]));
    for path in ["/google/start", "/google", "/google/tci", "/apple/start", "/apple", "/%ff/start"] {
        let status = world.get(&format!("/patients/social{path}")).send().await.status.as_u16();
        assert!(status == 404 || (path == "/%ff/start" && status == 400), "{path}: {status}");
    }
}

#[tokio::test]
async fn only_the_state_of_this_browser_comes_back_once_and_in_time() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    kakao_knows(&party, 7);
    let refused = "/auth/signin?error=social_state";
    let none = world.get(&format!("{KAKAO}?code=C")).send().await;
    assert_eq!(location(&none), refused);

    let (own, foreign) = (start(&world, "kakao", "").await, start(&world, "kakao", "").await);
    // somebody sends a victim the address that their own sign-in came back with
    let without_cookie = world.get(&format!("{KAKAO}?code=C&state={}", own.state)).send().await;
    assert_eq!(location(&without_cookie), refused);
    let crossed = Left { to: own.to.clone(), state: own.state.clone(), cookie: foreign.cookie.clone() };
    assert_eq!(location(&crossed.back(&world, KAKAO, "&code=C").await), refused);
    let unknown = Left { to: own.to.clone(), state: "A".repeat(43), cookie: own.cookie.clone() };
    assert_eq!(location(&unknown.back(&world, KAKAO, "&code=C").await), refused);
    // another provider's, another tenant's
    assert_eq!(location(&own.back(&world, "/patients/social/naver", "&code=C").await), refused);
    let path = format!("{KAKAO}?code=C&state={}", own.state);
    let elsewhere = world.at(OTHER_HOST, Method::GET, &path).header("cookie", &own.cookie).send().await;
    assert_eq!(location(&elsewhere), refused);
    let twice = own.back(&world, KAKAO, "&code=C&code=D").await;
    assert_eq!(location(&twice), refused, "a query that cannot be read");
    assert!(party.asked("/kauth/oauth/token").is_empty(), "no code was handed on");

    // none of it has spent the state of the browser that began
    assert!(location(&own.back(&world, KAKAO, "&code=C").await).starts_with("/auth/signup/form"));
    assert_eq!(location(&own.back(&world, KAKAO, "&code=C").await), refused, "replayed");
    let late = start(&world, "kakao", "").await;
    world.clock.advance(TimeDelta::minutes(10));
    assert_eq!(location(&late.back(&world, KAKAO, "&code=C").await), refused);
}

#[tokio::test]
async fn nobody_is_led_to_another_site() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    kakao_knows(&party, 7);
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
        let answer = start(&world, "kakao", &format!("?redirect={evil}")).await.back(&world, KAKAO, "&code=C").await;
        let to = location(&answer);
        assert!(to.starts_with("/auth/signup/form?social=") && !to.contains("redirect"), "{evil}: {to}");
    }
    // what is stored at the start counts: the way back cannot bring one
    let left = start(&world, "kakao", "?redirect=/self-check").await;
    let answer = left.back(&world, KAKAO, "&code=C&redirect=https://evil.example").await;
    assert!(location(&answer).ends_with("&redirect=%2Fself-check"));
}

#[tokio::test]
async fn whatever_goes_wrong_leads_back_to_the_sign_in() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let back = async |query: &str| {
        let answer = start(&world, "kakao", "?redirect=/self-check").await.back(&world, KAKAO, query).await;
        assert!(
            !answer
                .headers
                .get_all("set-cookie")
                .iter()
                .any(|c| c.to_str().expect("text").starts_with("authorization="))
        );
        location(&answer).to_owned()
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
        party.answer_text("/kauth/oauth/token", status, body);
        assert_eq!(back("&code=C").await, to("social_failed"), "{status} {body}");
    }
    kakao_knows(&party, 7);
    for (status, body) in [(401, r#"{"msg":"m","code":-401}"#), (503, "{}"), (200, r#"{"id":""}"#), (200, "[]")] {
        party.answer_text("/kapi/v2/user/me", status, body);
        assert_eq!(back("&code=C").await, to("social_failed"), "{status} {body}");
    }
    party.hang("/kapi/v2/user/me");
    assert_eq!(back("&code=C").await, to("social_failed"));
    assert_eq!(world.count("social_tickets").await + world.count("patient_sessions").await, 0);
}

#[tokio::test]
async fn a_ticket_is_for_its_tenant_and_thirty_minutes_and_sealed() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let ticket = ticket(&world, &party, 7).await;
    let readable = "social_tickets where position('01012345678'::bytea in profile_sealed) > 0";
    assert_eq!((world.count("social_tickets").await, world.count(readable).await), (1, 0));
    let path = format!("/patients/social/profile?token={}", ticket.token);
    let elsewhere = world.at(OTHER_HOST, Method::GET, &path).header("cookie", &ticket.cookie).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    let nothing = Ticket { token: String::new(), cookie: ticket.cookie.clone() };
    assert_eq!(nothing.profile(&world).await.problem(404), "invalid_token");
    ticket.profile(&world).await.expect(200);
    world.clock.advance(TimeDelta::minutes(30));
    assert_eq!(ticket.profile(&world).await.problem(404), "invalid_token");
    assert_eq!(ticket.signup(&world, "kimhaneul").await.wrong_fields(), ["socialToken.unknown"]);
}

#[tokio::test]
async fn a_ticket_that_somebody_else_sent_links_nothing() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let (theirs, own) = (ticket(&world, &party, 7).await, ticket(&world, &party, 8).await);
    for cookie in [own.cookie.as_str(), "a=b", "socialTicket="] {
        let sent = Ticket { token: theirs.token.clone(), cookie: cookie.to_owned() };
        assert_eq!(sent.profile(&world).await.problem(404), "invalid_token", "{cookie}");
        assert_eq!(sent.signup(&world, "victim01").await.wrong_fields(), ["socialToken.unknown"], "{cookie}");
    }
    assert_eq!((world.patients_named("victim01").await, world.count("social_accounts").await), (0, 0));
    // and none of it has spent the ticket
    theirs.signup(&world, "kimhaneul").await.expect(201);
}

#[tokio::test]
async fn of_two_that_come_back_at_once_with_one_state_one_goes_on() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    kakao_knows(&party, 7);
    let left = start(&world, "kakao", "").await;
    // both find the row and wait for it, so that neither comes first by chance
    let mut holder = world.superuser().await;
    let mut held = sqlx::Connection::begin(&mut holder).await.expect("a transaction");
    sqlx::query("select from social_states for update").execute(&mut *held).await.expect("held");
    let release = async {
        let waiting = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while world.count(waiting).await < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        held.rollback().await.expect("released");
    };
    let back = || left.back(&world, KAKAO, "&code=C");
    let both = async { tokio::join!(back(), back(), release) };
    let (one, two, ()) = tokio::time::timeout(std::time::Duration::from_secs(20), both).await.expect("both wait");
    let mut ways = [location(&one), location(&two)];
    ways.sort_unstable();
    assert_eq!(ways[0], "/auth/signin?error=social_state");
    assert!(ways[1].starts_with("/auth/signup/form?social="), "{}", ways[1]);
    assert_eq!(party.asked("/kauth/oauth/token").len(), 1, "one code is spent");
    assert_eq!((world.count("social_states").await, world.count("social_tickets").await), (0, 1));
}

#[tokio::test]
async fn one_of_two_racing_sign_ups_gets_the_social_account() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let (first, second) = (ticket(&world, &party, 7).await, ticket(&world, &party, 7).await);
    let body = async |login: &str, ticket: &Ticket| {
        let mut body = world.signup_body(login).await;
        body["socialToken"] = json!(ticket.token);
        world.call(Method::POST, "/patients/auth/signup").header("cookie", &ticket.cookie).json(&body)
    };
    let (one, two) = (body("racer001", &first).await, body("racer002", &second).await);
    let (one, two) = tokio::join!(one.send(), two.send());
    let (won, lost) = if one.status.as_u16() == 201 { (one, two) } else { (two, one) };
    won.expect(201);
    assert_eq!(lost.problem(409), "already_registered");
    assert_eq!(
        (world.count("social_accounts").await, world.count("patients where login_key like 'racer%'").await),
        (1, 1)
    );
}
