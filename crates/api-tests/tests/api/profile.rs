//! A patient's own data: its changes, their records, and who is notified.

use api::services::limiter::{NAME_PATIENT, NAME_REQUEST_PATIENT};
use axum::http::Method;
use domain::{LinkToken, StaffRole};
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::fake_partners::FakePartners;
use crate::test_app::{PASSWORD, SignedIn, TestApp};

const OLD_PHONE: &str = "01012345678";
const NEW_PHONE: &str = "01099990000";

/// A patient who signed up with every field.
async fn signed_up(app: &TestApp) -> SignedIn {
    let body = app.signup_body("profile1").await;
    let token = app.signup(&body).await.token();
    SignedIn { login: "profile1".to_owned(), token }
}

/// Confirms the account's ownership with the password.
async fn confirm_owner(app: &TestApp, patient: &SignedIn) {
    let call = app.call(Method::POST, "/patients/auth/confirm").token(&patient.token);
    assert_eq!(call.json(&json!({"password": PASSWORD})).send().await.status, 204);
}

async fn put(app: &TestApp, patient: &SignedIn, part: &str, body: &Value) -> TestResponse {
    app.call(Method::PUT, &format!("/patients/me/{part}")).token(&patient.token).json(body).send().await
}

async fn profile(app: &TestApp, patient: &SignedIn) -> Value {
    app.get("/patients/me/profile").token(&patient.token).send().await.expect(200)["profile"].clone()
}

async fn proof(app: &TestApp, phone: &str) -> Value {
    app.request_code(phone).await;
    app.verify(phone, &app.find_code(phone).await).await.expect(200)["phoneToken"].clone()
}

/// Returns the newest message's kind and separate recipient.
async fn newest_message(app: &TestApp) -> (String, Option<String>) {
    sqlx::query_as("select kind, recipient from messages order by id desc limit 1")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a message")
}

/// Sets the link of the newest confirmation, like the job, and returns its token.
async fn link(app: &TestApp) -> String {
    let token = LinkToken::from_bytes([7; 16]);
    let message: i64 = sqlx::query_scalar("select message_id from email_confirmations order by id desc limit 1")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a confirmation");
    let mut conn = app.one.acquire().await.expect("a connection");
    let now = runtime::Clock::now(&*app.clock);
    let set = db::profile::set_confirmation_link(&mut conn, message.into(), &token.hash(), now).await;
    assert!(set.expect("a result"));
    token.reveal().to_owned()
}

async fn confirm(app: &TestApp, token: &str) -> TestResponse {
    app.call(Method::POST, "/patients/confirm-email").json(&json!({"token": token})).send().await
}

impl TestApp {
    async fn request_name(&self, staff: &Member, application: i64, body: &Value) -> TestResponse {
        let path = format!("/institutions/tcis/{application}/name-request");
        self.staff_call(staff, Method::POST, &path).json(body).send().await
    }
}

#[tokio::test]
async fn name_changes_when_holder_accepts_a_clinics() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ShootingExpert).await);
    let application = app.new_application(&patient).await;
    let request = json!({"name": "김하늬", "document": "id_card"});
    app.request_name(&staff, application, &json!({"name": "김하얀", "document": "passport"})).await.expect(200);
    app.request_name(&staff, application, &request).await.expect(200);
    let shown = profile(&app, &patient).await;
    assert_eq!((&shown["name"], &shown["nameRequest"]["name"]), (&json!("김하늘"), &json!("김하늬")));
    assert_eq!(shown["nameRequest"]["clinic"], "바른치과");
    let listed = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(listed["notifications"][0]["kind"], "name_requested");
    assert_eq!(listed["notifications"][0]["link"], "/account/profile");

    let accept = json!({"name": "김하늬", "accepted": true});
    assert_eq!(put(&app, &patient, "name-request", &accept).await.problem(403), "confirmation_required");
    confirm_owner(&app, &patient).await;
    let replaced = json!({"name": "김하얀", "accepted": true});
    assert_eq!(put(&app, &patient, "name-request", &replaced).await.problem(404), "not_found", "a newer one came");
    let response = put(&app, &patient, "name-request", &accept).await.expect(200)["profile"].clone();
    assert_eq!((&response["name"], &response["nameRequest"]), (&json!("김하늬"), &Value::Null));
    assert_eq!(
        (&response["changes"][0]["proof"], &response["changes"][0]["oldValue"]),
        (&json!("clinic"), &json!("김**"))
    );
    assert_eq!(put(&app, &patient, "name-request", &accept).await.problem(404), "not_found", "it counts once");
    assert_eq!(app.count("access_log where action = 'name_requested' and staff_id is not null").await, 2);
}

#[tokio::test]
async fn declined_or_old_name_request_changes_nothing() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let application = app.new_application(&patient).await;
    let request = json!({"name": "김하늬", "document": "id_card"});
    app.request_name(&staff, application, &request).await.expect(200);
    let decline = json!({"name": "김하늬", "accepted": false});
    let declined = put(&app, &patient, "name-request", &decline).await.expect(200);
    assert_eq!((&declined["profile"]["name"], &declined["profile"]["changes"]), (&json!("김하늘"), &json!([])));
    app.request_name(&staff, application, &request).await.expect(200);
    app.clock.advance(chrono::TimeDelta::days(7));
    let returned = app.login(&patient.login, PASSWORD).await.token();
    let patient = SignedIn { login: patient.login, token: returned };
    confirm_owner(&app, &patient).await;
    assert_eq!(profile(&app, &patient).await["nameRequest"], Value::Null);
    let accept = json!({"name": "김하늬", "accepted": true});
    assert_eq!(put(&app, &patient, "name-request", &accept).await.problem(404), "not_found");
    let mut conn = app.one.acquire().await.expect("a connection");
    db::maintenance::delete_expired(&mut conn, runtime::Clock::now(&*app.clock)).await.expect("swept");
    assert_eq!(app.count("name_requests").await, 0);
}

#[tokio::test]
async fn name_request_is_about_the_accounts_holder() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let own = app.new_application(&patient).await;
    let request = json!({"name": "김하늬", "document": "id_card"});
    for (body, field) in [
        (json!({"name": " ", "document": "id_card"}), "name.required"),
        (json!({"name": "김하늬", "document": "library_card"}), "document.unknown"),
    ] {
        assert_eq!(app.request_name(&staff, own, &body).await.invalid_fields(), [field]);
    }
    let same = json!({"name": "김하늘", "document": "id_card"});
    assert_eq!(app.request_name(&staff, own, &same).await.problem(409), "illegal_transition");
    let call = app.staff_call(&staff, Method::POST, "/institutions/tcis").json(&TestApp::person());
    let walk_in = call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    assert_eq!(app.request_name(&staff, walk_in, &request).await.problem(409), "illegal_transition", "no account");
    let stranger = app.other_staff().await;
    assert_eq!(app.request_name(&stranger, own, &request).await.problem(404), "not_found", "another clinic's");
    let child = app.add_child(&patient).await;
    let body =
        json!({"name": "김아이", "birth": "20180301", "gender": 0, "phoneNumber": "01012345678", "personId": child});
    let of_child = app.apply_for(&patient, &body).await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    assert_eq!(app.request_name(&staff, of_child, &request).await.problem(409), "illegal_transition", "not the holder");
}

/// Returns the patient's id as the subject of a rate limit.
async fn limit_subject(app: &TestApp, patient: &SignedIn) -> String {
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    me["patient"]["id"].to_string()
}

#[tokio::test]
async fn name_changes_are_rate_limited() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    app.exhaust_limit(NAME_PATIENT, &limit_subject(&app, &patient).await).await;
    for (part, body) in [
        ("name", json!({"verificationId": "A".repeat(43)})),
        ("name-request", json!({"name": "김하늬", "accepted": false})),
    ] {
        let refused = put(&app, &patient, part, &body).await;
        assert_eq!(refused.problem(429), "too_many_requests", "{part}");
        assert!(refused.header("retry-after").is_some(), "{part}");
    }
}

#[tokio::test]
async fn clinics_name_requests_are_rate_limited() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let application = app.new_application(&patient).await;
    app.exhaust_limit(NAME_REQUEST_PATIENT, &limit_subject(&app, &patient).await).await;
    let request = json!({"name": "김하늬", "document": "id_card"});
    let refused = app.request_name(&staff, application, &request).await;
    assert_eq!(refused.problem(429), "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(app.count("name_requests").await, 0);
}

#[tokio::test]
async fn address_change_is_recorded_masked() {
    let app = TestApp::new().await;
    let patient = signed_up(&app).await;
    assert_eq!(profile(&app, &patient).await["address"], "서울특별시 종로구 세종대로 1");
    let new = json!({"zipcode": "04524", "address": "서울특별시 중구 시범로 10"});
    let response = put(&app, &patient, "address", &new).await.expect(200);
    assert_eq!(response["profile"]["addressDetail"], Value::Null, "a part that is missing is removed");
    put(&app, &patient, "address", &new).await.expect(200);
    let changes = profile(&app, &patient).await["changes"].clone();
    assert_eq!(changes.as_array().map(Vec::len), Some(1), "the same address is no change");
    assert_eq!((&changes[0]["field"], &changes[0]["proof"]), (&json!("address"), &json!("session")));
    assert_eq!(changes[0]["oldValue"], "서울특별시 종로구 ***");
    assert_eq!(app.count("notifications where kind = 'profile_changed'").await, 1);
    let bad = put(&app, &patient, "address", &json!({"address": "가".repeat(201)})).await;
    assert_eq!(bad.invalid_fields(), ["address.too_long"]);
}

#[tokio::test]
async fn phone_change_needs_code_and_tells_old_one() {
    let app = TestApp::new().await;
    let patient = signed_up(&app).await;
    let body = |token: &Value| json!({"phoneNumber": NEW_PHONE, "phoneToken": token});
    assert_eq!(put(&app, &patient, "phone", &body(&json!("x"))).await.problem(403), "confirmation_required");
    confirm_owner(&app, &patient).await;
    let wrong = put(&app, &patient, "phone", &body(&json!("guess"))).await;
    assert_eq!(wrong.invalid_fields(), ["phoneToken.unknown"]);
    let other = proof(&app, "01088887777").await;
    assert_eq!(put(&app, &patient, "phone", &body(&other)).await.status, 422, "another number's proof");
    let token = proof(&app, NEW_PHONE).await;
    let response = put(&app, &patient, "phone", &body(&token)).await.expect(200);
    assert_eq!(response["profile"]["phoneNumber"], NEW_PHONE);
    assert_eq!(response["profile"]["changes"][0]["oldValue"], "010-****-5678");
    assert_eq!(newest_message(&app).await, ("phone_changed".to_owned(), Some(OLD_PHONE.to_owned())));
    assert_eq!(app.newest_job().await.kind, "send_message");
    assert_eq!(put(&app, &patient, "phone", &body(&token)).await.status, 422, "a proof works once");
}

#[tokio::test]
async fn email_is_changed_by_its_link_alone() {
    let app = TestApp::new().await;
    let patient = signed_up(&app).await;
    let ask =
        |email: &str| app.call(Method::POST, "/patients/me/email").token(&patient.token).json(&json!({"email": email}));
    assert_eq!(ask("nobody").send().await.invalid_fields(), ["email.format"]);
    assert_eq!(ask("new@example.com").send().await.problem(403), "confirmation_required");
    confirm_owner(&app, &patient).await;
    let response = ask("new@example.com").send().await.expect(202);
    assert_eq!(
        (&response["profile"]["email"], &response["profile"]["unconfirmedEmail"]),
        (&json!("kim@example.com"), &json!("new@example.com"))
    );
    assert_eq!(newest_message(&app).await, ("confirm_email".to_owned(), Some("new@example.com".to_owned())));
    let token = link(&app).await;
    assert_eq!(confirm(&app, "short").await.problem(404), "invalid_token");
    confirm(&app, &token).await.expect(200);
    assert_eq!(confirm(&app, &token).await.problem(404), "invalid_token", "once");
    let now = profile(&app, &patient).await;
    assert_eq!((&now["email"], &now["unconfirmedEmail"]), (&json!("new@example.com"), &Value::Null));
    assert_eq!(
        (&now["changes"][0]["proof"], &now["changes"][0]["oldValue"]),
        (&json!("link"), &json!("k***@example.com"))
    );
    assert_eq!(newest_message(&app).await, ("email_changed".to_owned(), Some("kim@example.com".to_owned())));
    let removed = app.call(Method::DELETE, "/patients/me/email").token(&patient.token).send().await.expect(200);
    assert_eq!(removed["profile"]["email"], Value::Null);
    assert_eq!(newest_message(&app).await.1.as_deref(), Some("new@example.com"));
}

#[tokio::test]
async fn later_link_ends_the_earlier_one() {
    let app = TestApp::new().await;
    let patient = signed_up(&app).await;
    let ask =
        |email: &str| app.call(Method::POST, "/patients/me/email").token(&patient.token).json(&json!({"email": email}));
    confirm_owner(&app, &patient).await;
    ask("first@example.com").send().await.expect(202);
    let first = link(&app).await;
    ask("second@example.com").send().await.expect(202);
    assert_eq!(confirm(&app, &first).await.problem(404), "invalid_token");
    for _ in 2..5 {
        ask("third@example.com").send().await.expect(202);
    }
    assert_eq!(ask("third@example.com").send().await.problem(429), "too_many_requests");
    assert_eq!(profile(&app, &patient).await["email"], "kim@example.com");
}

/// Starts a verification in a browser, with the person that the provider returns.
async fn verification(app: &TestApp, partners: &FakePartners, person: &Value) -> (String, String) {
    let response = app.get("/patients/identity/start").send().await;
    let to = response.header("location").expect("a way");
    let id = to.strip_prefix("/api/v1/patients/identity/").and_then(|rest| rest.strip_suffix("/window"));
    let id = id.expect("an id").to_owned();
    let cookie =
        response.header("set-cookie").and_then(|cookie| cookie.split(';').next()).expect("a cookie").to_owned();
    let verified = json!({"status": "VERIFIED", "verifiedCustomer": person});
    partners.set_response(&format!("/portone/identity-verifications/{id}"), 200, &verified);
    (id, cookie)
}

#[tokio::test]
async fn name_is_changed_by_same_person_alone() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let patient = signed_up(&app).await;
    let person = |name: &str, birth: &str, ci: &str| json!({"name": name, "phoneNumber": OLD_PHONE, "birthDate": birth, "gender": "FEMALE", "ci": ci, "di": "DI"});
    let put_name = async |person: &Value| {
        let (id, cookie) = verification(&app, &partners, person).await;
        let call = app.call(Method::PUT, "/patients/me/name").token(&patient.token).header("cookie", &cookie);
        call.json(&json!({"verificationId": id})).send().await
    };
    let stranger = put_name(&person("김바다", "1985-05-05", "CI-2")).await;
    assert_eq!(stranger.problem(409), "identity_mismatch", "another birth date");
    let response = put_name(&person("김새봄", "1990-01-31", "CI-1")).await.expect(200);
    assert_eq!(response["profile"]["name"], "김새봄");
    let change = &response["profile"]["changes"][0];
    assert_eq!(
        (&change["field"], &change["proof"], &change["oldValue"]),
        (&json!("name"), &json!("identity"), &json!("김**"))
    );
    // the account has a CI now, so another person with the same birth date is not its holder
    assert_eq!(put_name(&person("남의이름", "1990-01-31", "CI-3")).await.problem(409), "identity_mismatch");
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    assert_eq!(me["patient"]["name"], "김새봄");
    assert_eq!(
        app.count("identity_verifications where public_id is not null").await,
        2,
        "the one that counted is gone"
    );
    app.login("profile1", PASSWORD).await.expect(200);
}
