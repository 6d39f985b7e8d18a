//! Verification of identity, and the sign-up that rests on it.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::party::Party;
use crate::world::{HOST, OTHER_HOST, PASSWORD, World};

/// A verification that a browser began.
struct Begun {
    host: &'static str,
    id: String,
    cookie: String,
}

async fn begin(world: &World, host: &'static str, query: &str) -> Begun {
    let answer = world.at(host, Method::GET, &format!("/patients/identity/start{query}")).send().await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    let to = answer.header("location").expect("a way");
    let id = to.strip_prefix("/api/v1/patients/identity/").and_then(|rest| rest.strip_suffix("/window"));
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.ends_with("; Path=/api/v1/patients; Max-Age=1800; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    Begun { host, id: id.expect("an id").to_owned(), cookie }
}

fn provider_path(id: &str) -> String {
    format!("/portone/identity-verifications/{id}")
}

fn person(ci: &str) -> Value {
    json!({"status": "VERIFIED", "verifiedCustomer": {"name": "김하늘", "phoneNumber": "01012345678",
        "birthDate": "1990-01-31", "gender": "FEMALE", "ci": ci, "di": "DI"}})
}

impl Begun {
    async fn get(&self, world: &World) -> Answer {
        let path = format!("/patients/identity/{}", self.id);
        world.at(self.host, Method::GET, &path).header("cookie", &self.cookie).send().await
    }

    async fn window(&self, world: &World) -> Answer {
        let path = format!("/patients/identity/{}/window", self.id);
        world.at(self.host, Method::GET, &path).header("cookie", &self.cookie).send().await
    }
}

/// A verification that the provider knows the end of, and its ticket.
async fn verified(world: &World, party: &Party, host: &'static str, ci: &str) -> (Begun, String) {
    let begun = begin(world, host, "").await;
    party.answer(&provider_path(&begun.id), 200, &person(ci));
    let body = begun.get(world).await.expect(200);
    let ticket = body["verification"]["ci"].as_str().expect("a ticket").to_owned();
    (begun, ticket)
}

/// A sign-up by a verification, with a name, a number and a birth date that are not the person's.
fn signup_body(login: &str, begun: &Begun, ticket: &str) -> Value {
    json!({"loginUserId": login, "password": PASSWORD, "name": "남의이름", "phoneNumber": "01099998888", "birth": "20200101",
        "verificationId": begun.id, "ci": ticket,
        "agreements": {"all": true, "age14": true, "terms": true, "privacy": true}})
}

async fn signup(world: &World, host: &str, body: &Value) -> Answer {
    world.at(host, Method::POST, "/patients/auth/signup").json(body).send().await
}

#[tokio::test]
async fn a_verified_person_signs_up_as_who_they_are() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let begun = begin(&world, OTHER_HOST, "?redirect=/self-check").await;
    assert_eq!(begun.get(&world).await.problem(503), "identity_unavailable", "the party answers nothing yet");
    party.answer(&provider_path(&begun.id), 200, &person("REAL-CI"));
    let body = begun.get(&world).await.expect(200);
    let ticket = body["verification"]["ci"].as_str().expect("a ticket").to_owned();
    let expected =
        json!({"id": begun.id, "name": "김하늘", "phone": "01012345678", "birth": "1990.01.31", "ci": ticket});
    assert_eq!(body, json!({"verification": expected}));
    assert!(ticket.len() == 43 && !ticket.contains("REAL-CI"));
    let asked = party.asked(&provider_path(&begun.id));
    assert_eq!(asked[0].headers["authorization"], "PortOne portone-secret");

    // asked again, the provider is not; the last ticket counts
    let newer = begun.get(&world).await.expect(200)["verification"]["ci"].as_str().expect("a ticket").to_owned();
    assert_eq!(party.asked(&provider_path(&begun.id)).len(), asked.len());
    let old = signup(&world, OTHER_HOST, &signup_body("kimhaneul", &begun, &ticket)).await;
    assert_eq!(old.wrong_fields(), ["ci.unknown"]);
    let created = signup(&world, OTHER_HOST, &signup_body("kimhaneul", &begun, &newer)).await.expect(201);
    let patient = &created["patient"];
    assert_eq!((&patient["name"], &patient["phoneNumber"]), (&json!("김하늘"), &json!("01012345678")));
    assert_eq!(patient["birth"], "1990.01.31");

    // kept sealed, and nothing of the verification is left
    let readable =
        "patients where position('REAL-CI'::bytea in ci_sealed) > 0 or position('REAL-CI'::bytea in ci_hash) > 0";
    assert_eq!((world.count("patients where ci_hash is not null").await, world.count(readable).await), (1, 0));
    assert_eq!(world.count("identity_verifications").await, 0);
    let again = signup(&world, OTHER_HOST, &signup_body("kimhaneul2", &begun, &newer)).await;
    assert_eq!(again.wrong_fields(), ["ci.unknown"]);
    assert_eq!(begun.get(&world).await.problem(404), "not_found");
}

#[tokio::test]
async fn where_identity_is_required_only_a_verification_will_do() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let mut body = world.signup_body("kimhaneul").await;
    for (verification, ci) in [(Value::Null, Value::Null), (json!(""), json!(" "))] {
        (body["verificationId"], body["ci"]) = (verification, ci);
        assert_eq!(signup(&world, OTHER_HOST, &body).await.problem(422), "identity_required");
    }
    (body["verificationId"], body["ci"]) = (json!("A".repeat(43)), Value::Null);
    assert_eq!(signup(&world, OTHER_HOST, &body).await.wrong_fields(), ["ci.required"]);
    (body["verificationId"], body["ci"]) = (Value::Null, json!("REAL-CI"));
    assert_eq!(signup(&world, OTHER_HOST, &body).await.wrong_fields(), ["verificationId.required"]);
    (body["verificationId"], body["ci"]) = (json!("A".repeat(43)), json!("REAL-CI"));
    assert_eq!(signup(&world, OTHER_HOST, &body).await.wrong_fields(), ["ci.unknown"]);
    // also where it is not required
    assert_eq!(signup(&world, HOST, &body).await.wrong_fields(), ["ci.unknown"]);
    assert_eq!(world.patients_named("kimhaneul").await, 0);
}

#[tokio::test]
async fn a_verification_belongs_to_its_browser_its_tenant_and_its_time() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let (own, ticket) = verified(&world, &party, HOST, "CI-1").await;
    let (other, other_ticket) = verified(&world, &party, HOST, "CI-2").await;
    let crossed = Begun { host: HOST, id: own.id.clone(), cookie: other.cookie.clone() };
    for begun in [
        crossed,
        Begun { host: HOST, id: own.id.clone(), cookie: "a=b".to_owned() },
        Begun { host: OTHER_HOST, id: own.id.clone(), cookie: own.cookie.clone() },
        Begun { host: HOST, id: "A".repeat(43), cookie: own.cookie.clone() },
        Begun { host: HOST, id: "x'--".to_owned(), cookie: own.cookie.clone() },
        Begun { host: HOST, id: "%00".to_owned(), cookie: own.cookie.clone() },
        Begun { host: HOST, id: format!("{}%00", &own.id[1..]), cookie: own.cookie.clone() },
    ] {
        assert_eq!(begun.get(&world).await.problem(404), "not_found", "{}", begun.id);
        assert_eq!(begun.window(&world).await.problem(404), "not_found", "{}", begun.id);
    }
    // another verification's ticket, another tenant's verification
    let mixed = signup(&world, HOST, &signup_body("kimhaneul", &own, &other_ticket)).await;
    assert_eq!(mixed.wrong_fields(), ["ci.unknown"]);
    let elsewhere = signup(&world, OTHER_HOST, &signup_body("kimhaneul", &own, &ticket)).await;
    assert_eq!(elsewhere.wrong_fields(), ["ci.unknown"]);
    world.clock.advance(TimeDelta::minutes(30));
    assert_eq!(own.get(&world).await.problem(404), "not_found");
    let late = signup(&world, HOST, &signup_body("kimhaneul", &own, &ticket)).await;
    assert_eq!(late.wrong_fields(), ["ci.unknown"]);
}

#[tokio::test]
async fn a_person_has_one_account_in_a_tenant() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let (one, first) = verified(&world, &party, HOST, "CI").await;
    let (two, second) = verified(&world, &party, HOST, "CI").await;
    let (one, two) = (signup_body("racer001", &one, &first), signup_body("racer002", &two, &second));
    let (one, two) = tokio::join!(signup(&world, HOST, &one), signup(&world, HOST, &two));
    let (won, lost) = if one.status.as_u16() == 201 { (one, two) } else { (two, one) };
    won.expect(201);
    assert_eq!(lost.problem(409), "already_registered");
    assert_eq!(world.count("patients where ci_hash is not null").await, 1);

    let third = begin(&world, HOST, "").await;
    party.answer(&provider_path(&third.id), 200, &person("CI"));
    assert_eq!(third.get(&world).await.problem(409), "already_registered");
    // nothing was kept for somebody who cannot sign up, and the other tenant knows nothing of the account
    assert_eq!(world.count("identity_verifications where status = 'verified'").await, 1);
    let (begun, ticket) = verified(&world, &party, OTHER_HOST, "CI").await;
    signup(&world, OTHER_HOST, &signup_body("kimhaneul", &begun, &ticket)).await.expect(201);
    assert_eq!(world.count("patients where ci_hash is not null").await, 2);
    assert_eq!(world.count("(select distinct ci_hash from patients where ci_hash is not null) as hashes").await, 2);
}

#[tokio::test]
async fn children_are_refused_and_nothing_is_kept_of_them() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let begun = begin(&world, HOST, "").await;
    let mut child = person("CHILD");
    child["verifiedCustomer"]["birthDate"] = json!((world.today() - TimeDelta::days(13 * 365)).to_string());
    party.answer(&provider_path(&begun.id), 200, &child);
    assert_eq!(begun.get(&world).await.problem(403), "under_age");
    assert_eq!(world.count("identity_verifications where person_sealed is not null or ci_hash is not null").await, 0);
}

#[tokio::test]
async fn what_the_provider_does_not_confirm_is_nobody() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let begun = begin(&world, HOST, "").await;
    let path = provider_path(&begun.id);
    party.answer(&path, 404, &json!({"type": "IDENTITY_VERIFICATION_NOT_FOUND", "message": "m"}));
    assert_eq!(begun.get(&world).await.problem(409), "identity_pending");
    party.answer(&path, 200, &json!({"status": "READY"}));
    assert_eq!(begun.get(&world).await.problem(409), "identity_pending");
    party.answer(&path, 200, &json!({"status": "FAILED", "failure": {"reason": "r"}}));
    assert_eq!(begun.get(&world).await.problem(422), "identity_failed");
    let mut without_ci = person("CI");
    without_ci["verifiedCustomer"]["ci"] = Value::Null;
    for (status, body) in
        [(200, without_ci), (500, json!({})), (401, json!({"type": "UNAUTHORIZED"})), (200, json!([]))]
    {
        party.answer(&path, status, &body);
        let answer = begun.get(&world).await;
        assert_eq!(answer.problem(503), "identity_unavailable", "{status} {body}");
        assert!(!answer.text.contains("portone-secret") && !answer.text.contains("하늘"));
    }
    party.hang(&path);
    assert_eq!(begun.get(&world).await.problem(503), "identity_unavailable");
    // a failed try may be mended under the same id
    party.answer(&path, 200, &person("CI"));
    begun.get(&world).await.expect(200);
}

#[tokio::test]
async fn the_page_of_the_window_runs_the_providers_script_and_ours_alone() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let begun = begin(&world, HOST, "?redirect=/self-check").await;
    let page = begun.window(&world).await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").expect("a policy");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    let script = format!("{}/portone/browser-sdk.js", party.url);
    assert!(policy.starts_with(&format!("default-src 'none'; script-src 'nonce-{nonce}' {script};")), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
    assert_eq!(page.text.matches("<script").count(), page.text.matches(&format!("<script nonce=\"{nonce}\"")).count());
    assert!(page.text.contains(&format!("src=\"{script}\"")), "{}", page.text);
    let request = page.text.split("id=\"request\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let request: Value = serde_json::from_str(request.expect("the request")).expect("JSON");
    let expected = json!({"storeId": "store-1", "channelKey": "channel-1", "identityVerificationId": begun.id,
        "redirectUrl": "https://one.example/auth/success?redirect=%2Fself-check", "forceRedirect": true,
        "windowType": {"pc": "REDIRECTION", "mobile": "REDIRECTION"}});
    assert_eq!(request, expected);
    let second = begun.window(&world).await;
    assert_ne!(second.header("content-security-policy"), Some(policy), "a nonce is for one answer");
    // an evil way back is left out
    let begun = begin(&world, HOST, "?redirect=//evil.example").await;
    assert!(!begun.window(&world).await.text.contains("evil"));
}
