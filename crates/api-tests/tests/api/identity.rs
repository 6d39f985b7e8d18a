//! Identity verification and the sign-up with it.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::fake_partners::FakePartners;
use crate::test_app::{HOST, OTHER_HOST, PASSWORD, TestApp};

/// A verification that a browser started.
struct StartedVerification {
    host: &'static str,
    id: String,
    cookie: String,
}

async fn begin(app: &TestApp, host: &'static str, query: &str) -> StartedVerification {
    let response = app.call_host(host, Method::GET, &format!("/patients/identity/start{query}")).send().await;
    assert_eq!(response.status.as_u16(), 303, "{}", response.text);
    let to = response.header("location").expect("a way");
    let id = to.strip_prefix("/api/v1/patients/identity/").and_then(|rest| rest.strip_suffix("/window"));
    let cookie = response.header("set-cookie").expect("a cookie");
    assert!(cookie.ends_with("; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    StartedVerification { host, id: id.expect("an id").to_owned(), cookie }
}

fn provider_path(id: &str) -> String {
    format!("/portone/identity-verifications/{id}")
}

fn person(ci: &str) -> Value {
    json!({"status": "VERIFIED", "verifiedCustomer": {"name": "김하늘", "phoneNumber": "01012345678",
        "birthDate": "1990-01-31", "gender": "FEMALE", "ci": ci, "di": "DI"}})
}

impl StartedVerification {
    async fn get(&self, app: &TestApp) -> TestResponse {
        let path = format!("/patients/identity/{}", self.id);
        app.call_host(self.host, Method::GET, &path).header("cookie", &self.cookie).send().await
    }

    async fn window(&self, app: &TestApp) -> TestResponse {
        let path = format!("/patients/identity/{}/window", self.id);
        app.call_host(self.host, Method::GET, &path).header("cookie", &self.cookie).send().await
    }
}

/// Returns a completed verification and its ticket.
async fn verified(
    app: &TestApp,
    partners: &FakePartners,
    host: &'static str,
    ci: &str,
) -> (StartedVerification, String) {
    let started = begin(app, host, "").await;
    partners.set_response(&provider_path(&started.id), 200, &person(ci));
    let body = started.get(app).await.expect(200);
    let ticket = body["verification"]["ci"].as_str().expect("a ticket").to_owned();
    (started, ticket)
}

/// Returns a sign-up with a verification, and with another person's name, number and birth date.
fn signup_body(login: &str, started: &StartedVerification, ticket: &str) -> Value {
    json!({"loginUserId": login, "password": PASSWORD, "name": "남의이름", "phoneNumber": "01099998888", "birth": "20200101",
        "verificationId": started.id, "ci": ticket,
        "agreements": {"all": true, "age14": true, "terms": true, "privacy": true}})
}

async fn signup(app: &TestApp, host: &str, body: &Value) -> TestResponse {
    app.call_host(host, Method::POST, "/patients/auth/signup").json(body).send().await
}

#[tokio::test]
async fn verified_identity_replaces_typed_fields() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let started = begin(&app, OTHER_HOST, "?redirect=/self-check").await;
    assert_eq!(started.get(&app).await.problem(503), "identity_unavailable", "the fake partner has no response yet");
    partners.set_response(&provider_path(&started.id), 200, &person("REAL-CI"));
    let body = started.get(&app).await.expect(200);
    let ticket = body["verification"]["ci"].as_str().expect("a ticket").to_owned();
    let expected =
        json!({"id": started.id, "name": "김하늘", "phone": "01012345678", "birth": "1990.01.31", "ci": ticket});
    assert_eq!(body, json!({"verification": expected}));
    assert!(ticket.len() == 43 && !ticket.contains("REAL-CI"));
    let calls = partners.calls(&provider_path(&started.id));
    assert_eq!(calls[0].headers["authorization"], "PortOne portone-secret");

    // the provider is queried once; only the latest ticket is valid
    let newer = started.get(&app).await.expect(200)["verification"]["ci"].as_str().expect("a ticket").to_owned();
    assert_eq!(partners.calls(&provider_path(&started.id)).len(), calls.len());
    let old = signup(&app, OTHER_HOST, &signup_body("kimhaneul", &started, &ticket)).await;
    assert_eq!(old.invalid_fields(), ["ci.unknown"]);
    let created = signup(&app, OTHER_HOST, &signup_body("kimhaneul", &started, &newer)).await.expect(201);
    let patient = &created["patient"];
    assert_eq!((&patient["name"], &patient["phoneNumber"]), (&json!("김하늘"), &json!("01012345678")));
    assert_eq!(patient["birth"], "1990.01.31");

    // stored encrypted, and the verification is deleted
    let readable =
        "patients where position('REAL-CI'::bytea in ci_sealed) > 0 or position('REAL-CI'::bytea in ci_hash) > 0";
    assert_eq!((app.count("patients where ci_hash is not null").await, app.count(readable).await), (1, 0));
    assert_eq!(app.count("identity_verifications").await, 0);
    let again = signup(&app, OTHER_HOST, &signup_body("kimhaneul2", &started, &newer)).await;
    assert_eq!(again.invalid_fields(), ["ci.unknown"]);
    assert_eq!(started.get(&app).await.problem(404), "not_found");
}

#[tokio::test]
async fn required_identity_rejects_phone_signup() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let mut body = app.signup_body("kimhaneul").await;
    for (verification, ci) in [(Value::Null, Value::Null), (json!(""), json!(" "))] {
        (body["verificationId"], body["ci"]) = (verification, ci);
        assert_eq!(signup(&app, OTHER_HOST, &body).await.problem(422), "identity_required");
    }
    (body["verificationId"], body["ci"]) = (json!("A".repeat(43)), Value::Null);
    assert_eq!(signup(&app, OTHER_HOST, &body).await.invalid_fields(), ["ci.required"]);
    (body["verificationId"], body["ci"]) = (Value::Null, json!("REAL-CI"));
    assert_eq!(signup(&app, OTHER_HOST, &body).await.invalid_fields(), ["verificationId.required"]);
    (body["verificationId"], body["ci"]) = (json!("A".repeat(43)), json!("REAL-CI"));
    assert_eq!(signup(&app, OTHER_HOST, &body).await.invalid_fields(), ["ci.unknown"]);
    // also at a tenant that does not require verification
    assert_eq!(signup(&app, HOST, &body).await.invalid_fields(), ["ci.unknown"]);
    assert_eq!(app.count_patients("kimhaneul").await, 0);
}

#[tokio::test]
async fn verification_is_bound_to_browser_and_tenant() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let (own, ticket) = verified(&app, &partners, HOST, "CI-1").await;
    let (other, other_ticket) = verified(&app, &partners, HOST, "CI-2").await;
    let crossed = StartedVerification { host: HOST, id: own.id.clone(), cookie: other.cookie.clone() };
    for started in [
        crossed,
        StartedVerification { host: HOST, id: own.id.clone(), cookie: "a=b".to_owned() },
        StartedVerification { host: OTHER_HOST, id: own.id.clone(), cookie: own.cookie.clone() },
        StartedVerification { host: HOST, id: "A".repeat(43), cookie: own.cookie.clone() },
        StartedVerification { host: HOST, id: "x'--".to_owned(), cookie: own.cookie.clone() },
        StartedVerification { host: HOST, id: "%00".to_owned(), cookie: own.cookie.clone() },
        StartedVerification { host: HOST, id: format!("{}%00", &own.id[1..]), cookie: own.cookie.clone() },
    ] {
        assert_eq!(started.get(&app).await.problem(404), "not_found", "{}", started.id);
        assert_eq!(started.window(&app).await.problem(404), "not_found", "{}", started.id);
    }
    // another verification's ticket, and another tenant's verification
    let mixed = signup(&app, HOST, &signup_body("kimhaneul", &own, &other_ticket)).await;
    assert_eq!(mixed.invalid_fields(), ["ci.unknown"]);
    let elsewhere = signup(&app, OTHER_HOST, &signup_body("kimhaneul", &own, &ticket)).await;
    assert_eq!(elsewhere.invalid_fields(), ["ci.unknown"]);
    app.clock.advance(TimeDelta::minutes(30));
    assert_eq!(own.get(&app).await.problem(404), "not_found");
    let late = signup(&app, HOST, &signup_body("kimhaneul", &own, &ticket)).await;
    assert_eq!(late.invalid_fields(), ["ci.unknown"]);
}

#[tokio::test]
async fn person_has_one_account_per_tenant() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let (one, first) = verified(&app, &partners, HOST, "CI").await;
    let (two, second) = verified(&app, &partners, HOST, "CI").await;
    let (one, two) = (signup_body("racer001", &one, &first), signup_body("racer002", &two, &second));
    let (one, two) = tokio::join!(signup(&app, HOST, &one), signup(&app, HOST, &two));
    let (won, lost) = if one.status.as_u16() == 201 { (one, two) } else { (two, one) };
    won.expect(201);
    assert_eq!(lost.problem(409), "already_registered");
    assert_eq!(app.count("patients where ci_hash is not null").await, 1);

    let third = begin(&app, HOST, "").await;
    partners.set_response(&provider_path(&third.id), 200, &person("CI"));
    assert_eq!(third.get(&app).await.problem(409), "already_registered");
    // nothing is stored for a rejected person, and the other tenant has no such account
    assert_eq!(app.count("identity_verifications where status = 'verified'").await, 1);
    let (started, ticket) = verified(&app, &partners, OTHER_HOST, "CI").await;
    signup(&app, OTHER_HOST, &signup_body("kimhaneul", &started, &ticket)).await.expect(201);
    assert_eq!(app.count("patients where ci_hash is not null").await, 2);
    assert_eq!(app.count("(select distinct ci_hash from patients where ci_hash is not null) as hashes").await, 2);
}

#[tokio::test]
async fn underage_verification_stores_nothing() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let started = begin(&app, HOST, "").await;
    let mut child = person("CHILD");
    child["verifiedCustomer"]["birthDate"] = json!((app.today() - TimeDelta::days(13 * 365)).to_string());
    partners.set_response(&provider_path(&started.id), 200, &child);
    assert_eq!(started.get(&app).await.problem(403), "under_age");
    assert_eq!(app.count("identity_verifications where person_sealed is not null or ci_hash is not null").await, 0);
}

#[tokio::test]
async fn unconfirmed_verification_is_rejected() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let started = begin(&app, HOST, "").await;
    let path = provider_path(&started.id);
    partners.set_response(&path, 404, &json!({"type": "IDENTITY_VERIFICATION_NOT_FOUND", "message": "m"}));
    assert_eq!(started.get(&app).await.problem(409), "identity_pending");
    partners.set_response(&path, 200, &json!({"status": "READY"}));
    assert_eq!(started.get(&app).await.problem(409), "identity_pending");
    partners.set_response(&path, 200, &json!({"status": "FAILED", "failure": {"reason": "r"}}));
    assert_eq!(started.get(&app).await.problem(422), "identity_failed");
    let mut without_ci = person("CI");
    without_ci["verifiedCustomer"]["ci"] = Value::Null;
    for (status, body) in
        [(200, without_ci), (500, json!({})), (401, json!({"type": "UNAUTHORIZED"})), (200, json!([]))]
    {
        partners.set_response(&path, status, &body);
        let response = started.get(&app).await;
        assert_eq!(response.problem(503), "identity_unavailable", "{status} {body}");
        assert!(!response.text.contains("portone-secret") && !response.text.contains("하늘"));
    }
    partners.hang(&path);
    assert_eq!(started.get(&app).await.problem(503), "identity_unavailable");
    // a failed verification may be repeated under the same id
    partners.set_response(&path, 200, &person("CI"));
    started.get(&app).await.expect(200);
}

#[tokio::test]
async fn identity_window_policy_allows_two_scripts() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let started = begin(&app, HOST, "?redirect=/self-check").await;
    let page = started.window(&app).await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").expect("a policy");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    let script = format!("{}/portone/browser-sdk.js", partners.url);
    assert!(policy.starts_with(&format!("default-src 'none'; script-src 'nonce-{nonce}' {script};")), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
    assert_eq!(page.text.matches("<script").count(), page.text.matches(&format!("<script nonce=\"{nonce}\"")).count());
    assert!(page.text.contains(&format!("src=\"{script}\"")), "{}", page.text);
    let request = page.text.split("id=\"request\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let request: Value = serde_json::from_str(request.expect("the request")).expect("JSON");
    let expected = json!({"storeId": "store-1", "channelKey": "channel-1", "identityVerificationId": started.id,
        "redirectUrl": "https://one.example/auth/success?redirect=%2Fself-check", "forceRedirect": true,
        "windowType": {"pc": "REDIRECTION", "mobile": "REDIRECTION"}});
    assert_eq!(request, expected);
    let second = started.window(&app).await;
    assert_ne!(second.header("content-security-policy"), Some(policy), "a nonce is for one response");
    // a redirect to another site is ignored
    let started = begin(&app, HOST, "?redirect=//evil.example").await;
    assert!(!started.window(&app).await.text.contains("evil"));
}
