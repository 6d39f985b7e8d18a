//! Calls concurrent with a change of the account or its consents: no session survives a change of the account, and
//! nothing new is inserted without a consent.

use std::time::Duration;

use axum::http::Method;
use domain::{OperatorRole, StaffRole};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use testing::eventually;

use crate::client::TestResponse;
use crate::fake_partners::FakePartners;
use crate::hotel::Hotels;
use crate::test_app::{JPEG, PASSWORD, TestApp};

/// Sends a call while `change` is uncommitted, and commits once the call waits for its lock.
pub async fn call_during<T>(app: &TestApp, change: &str, call: impl Future<Output = T>) -> T {
    let mut changing = app.superuser().await;
    let mut tx = changing.begin().await.expect("a transaction");
    sqlx::query(AssertSqlSafe(change)).execute(&mut *tx).await.expect("changed");
    let commit = async {
        // a call that does not wait has finished by then
        wait_for_a_lock(&mut app.superuser().await).await;
        tx.commit().await.expect("committed");
    };
    tokio::join!(call, commit).0
}

pub async fn wait_for_a_lock(conn: &mut PgConnection) {
    let waiting = "select exists(select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock')";
    eventually("a waiting lock", Duration::from_secs(10), async || {
        sqlx::query_scalar(waiting).fetch_one(&mut *conn).await.expect("a result")
    })
    .await;
}

/// The changes that end all sessions: a new password, and account deletion.
const CHANGES: [&str; 2] = ["update patients set password_hash = 'another'", "update patients set left_at = now()"];

#[tokio::test]
async fn login_racing_a_password_change_fails() {
    for change in CHANGES {
        let app = TestApp::new().await;
        let patient = app.patient().await;
        let before = app.count("patient_sessions").await;
        let response = call_during(&app, change, app.login(&patient.login, PASSWORD)).await;
        assert_eq!(response.problem(401), "invalid_credentials", "{change}");
        assert_eq!(app.count("patient_sessions").await, before, "{change}");
    }
}

/// What a reset of a password and the end of an account change, of staff, hotels' users and operators.
fn resets(table: &str) -> [String; 2] {
    let reset = "password_hash = 'another', must_change_password = true, temporary_used_at = null,
                 temporary_until = now() + interval '99 years'";
    [format!("update {table} set {reset}"), format!("update {table} set active = false")]
}

/// Checks that an old temporary password opens no session during a reset, and leaves the new one unused.
async fn check_login_during_reset(app: &TestApp, [table, sessions]: [&str; 2], login: impl AsyncFn() -> TestResponse) {
    let temporary = format!("update {table} set must_change_password = true, temporary_used_at = null, active = true");
    for change in resets(table) {
        let mut superuser = app.superuser().await;
        sqlx::query(AssertSqlSafe(temporary.clone())).execute(&mut superuser).await.expect("a temporary password");
        let before = app.count(sessions).await;
        let response = call_during(app, &change, login()).await;
        assert_eq!(response.problem(401), "invalid_credentials", "{change}");
        assert_eq!(app.count(sessions).await, before, "{change}");
        assert_eq!(app.count(&format!("{table} where temporary_used_at is not null")).await, 0, "{change}");
        let restore = sqlx::query(AssertSqlSafe(format!("update {table} set password_hash = $1")));
        restore.bind(app.password_hash().await.as_str()).execute(&mut superuser).await.expect("restored");
    }
}

#[tokio::test]
async fn staff_login_racing_a_reset_fails() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    check_login_during_reset(&app, ["staff", "staff_sessions"], async || app.staff_login(&nurse.login, PASSWORD).await)
        .await;
}

#[tokio::test]
async fn hotel_login_racing_a_reset_fails() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let login = &hotels.hotel_client.login;
    check_login_during_reset(&app, ["hotel_users", "hotel_sessions"], async || {
        hotels.login(&app, login, PASSWORD).await
    })
    .await;
}

#[tokio::test]
async fn operator_login_racing_a_reset_fails() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Admin).await;
    check_login_during_reset(&app, ["operators", "operator_sessions"], async || {
        app.operator_login(&operator.login, PASSWORD).await
    })
    .await;
}

#[tokio::test]
async fn password_change_racing_a_reset_fails() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let body = json!({"currentPassword": PASSWORD, "password": "New-Hyeobom-77!"});
    let call = app.staff_call(&nurse, Method::POST, "/institutions/auth/password").json(&body);
    let response = call_during(&app, &resets("staff")[0], call.send()).await;
    assert_eq!(response.problem(401), "unauthorized");
    assert_eq!(app.count("staff where password_hash = 'another'").await, app.count("staff").await);
}

#[tokio::test]
async fn replayed_signup_racing_a_change_fails() {
    for change in CHANGES {
        let app = TestApp::new().await;
        let body = app.signup_body("kimhaneul").await;
        let call = || app.call(Method::POST, "/patients/auth/signup").header("idempotency-key", "k").json(&body);
        call().send().await.expect(201);
        let before = app.count("patient_sessions").await;
        let response = call_during(&app, change, call().send()).await;
        assert_eq!(response.problem(422), "idempotency_mismatch", "{change}");
        assert_eq!(app.count("patient_sessions").await, before, "{change}");
    }
}

#[tokio::test]
async fn social_sign_in_racing_account_deletion_fails() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let patient = app.patient().await;
    partners.set_response("/kauth/oauth/token", 200, &json!({"access_token": "T", "token_type": "bearer"}));
    partners.set_response("/kapi/v2/user/me", 200, &json!({"id": 7}));
    let link = "insert into social_accounts (tenant_id, patient_id, provider, subject, created_at)
                select tenant_id, id, 'kakao', '7', now() from patients";
    sqlx::query(link).execute(&mut app.superuser().await).await.expect("linked");
    let left = app.get("/patients/social/kakao/start").send().await;
    let to: url::Url = left.header("location").expect("a way").parse().expect("a URL");
    let state = to.query_pairs().find(|(name, _)| name == "state").expect("a state").1.into_owned();
    let cookie = left.header("set-cookie").expect("a cookie").split(';').next().expect("a pair").to_owned();
    let back = app.get(&format!("/patients/social/kakao?code=C&state={state}")).header("cookie", &cookie);
    let before = app.count("patient_sessions").await;
    let response = call_during(&app, CHANGES[1], back.send()).await;
    let location = response.header("location").expect("a way");
    assert!(location.starts_with("/auth/signup/form?social="), "{location}");
    assert_eq!(app.count("patient_sessions").await, before, "{}", patient.login);
}

/// The withdrawal of every consent.
const WITHDRAWAL: &str = "update consents set withdrawn_at = given_at";

#[tokio::test]
async fn application_racing_an_end_is_refused() {
    for (change, problem) in [(WITHDRAWAL, (409, "consent_required")), (CHANGES[1], (401, "unauthorized"))] {
        let app = TestApp::new().await;
        let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
        app.give_provide_consent(&patient, "clinic", clinic).await;
        let mut body = TestApp::person();
        body["institutionId"] = json!(clinic);
        let call = app.call(Method::POST, "/patients/tcis").token(&patient.token).json(&body);
        let response = call_during(&app, change, call.send()).await;
        assert_eq!(response.problem(problem.0), problem.1, "{change}");
        assert_eq!(app.count("applications").await, 0, "{change}");
    }
}

#[tokio::test]
async fn claim_racing_an_end_is_refused() {
    for (change, problem) in [(WITHDRAWAL, (409, "consent_required")), (CHANGES[1], (401, "unauthorized"))] {
        let app = TestApp::new().await;
        let patient = app.patient_with_consents().await;
        let body = app.claim_body().await;
        let call = app.call(Method::POST, "/patients/insurances").token(&patient.token).json(&body);
        let response = call_during(&app, change, call.send()).await;
        assert_eq!(response.problem(problem.0), problem.1, "{change}");
        assert_eq!(app.count("claims").await, 0, "{change}");
    }
}

/// Without a lock, both would look for an unpaid claim before either inserts one.
#[tokio::test]
async fn simultaneous_claims_become_one() {
    let app = TestApp::new().await;
    let patient = app.patient_with_consents().await;
    let body = app.claim_body().await;
    let send = async || app.call(Method::POST, "/patients/insurances").token(&patient.token).json(&body).send().await;
    let both = Box::pin(async { tokio::join!(send(), send()) });
    let (one, two) = call_during(&app, "lock table claims in share mode", both).await;
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!((statuses, app.count("claims").await), ([201, 409], 1));
}

#[tokio::test]
async fn consent_racing_account_deletion_is_refused() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let before = app.count("consents").await;
    let put = app.consent(&patient, json!({"kind": "training", "given": true}));
    assert_eq!(call_during(&app, CHANGES[1], Box::pin(put)).await.problem(401), "unauthorized");
    assert_eq!(app.count("consents").await, before);
}

#[tokio::test]
async fn favorite_racing_account_deletion_is_refused() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.patient().await, app.clinic().await);
    let path = format!("/patients/institutions/{clinic}/favorite");
    let put = app.call(Method::PUT, &path).token(&patient.token);
    assert_eq!(call_during(&app, CHANGES[1], put.send()).await.problem(401), "unauthorized");
    assert_eq!(app.count("favorite_clinics").await, 0);
}

#[tokio::test]
async fn person_racing_account_deletion_is_refused() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let post = app.call(Method::POST, "/patients/people").token(&patient.token).json(&TestApp::child());
    assert_eq!(call_during(&app, CHANGES[1], post.send()).await.problem(401), "unauthorized");
    assert_eq!(app.count("people where relation <> 'self'").await, 0);
}

#[tokio::test]
async fn person_change_racing_deletion_is_refused() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let child = app.add_child(&patient).await;
    let mut body = TestApp::child();
    body["name"] = json!("김아휘");
    let put = app.call(Method::PUT, &format!("/patients/people/{child}")).token(&patient.token).json(&body);
    assert_eq!(call_during(&app, CHANGES[1], put.send()).await.problem(401), "unauthorized");
    assert_eq!(app.count("people where name = '김아휘'").await, 0);
}

#[tokio::test]
async fn invite_racing_account_deletion_is_refused() {
    let app = TestApp::new().await;
    let (patient, nurse) = (app.patient().await, app.staff(StaffRole::ShootingExpert).await);
    let code = app.invite(&nurse, json!({})).await;
    let accept = Box::pin(app.accept(&patient, &code));
    assert_eq!(call_during(&app, CHANGES[1], accept).await.problem(401), "unauthorized");
    assert_eq!(app.count("invite_uses").await + app.count("invites where uses > 0").await, 0);
}

#[tokio::test]
async fn self_check_racing_an_end_is_refused() {
    for change in [WITHDRAWAL, CHANGES[1]] {
        let app = TestApp::new().await;
        let patient = app.consenting_patient().await;
        let key = app.stored_upload(&patient, JPEG).await;
        let response = call_during(&app, change, app.submit_photo(&patient, &key).send()).await;
        assert_eq!(response.problem(409), "consent_required", "{change}");
        assert_eq!(app.count("tcis").await, 0, "{change}");
    }
}

#[tokio::test]
async fn new_photo_racing_an_end_is_refused() {
    for change in [WITHDRAWAL, CHANGES[1]] {
        let app = TestApp::new().await;
        let patient = app.consenting_patient().await;
        let id = app.self_check(&patient, Ok(())).await;
        let body = json!({"url": app.stored_upload(&patient, JPEG).await});
        let path = format!("/patients/tcis/self-check/{id}/picture");
        let call = app.call(Method::PUT, &path).token(&patient.token).json(&body);
        let response = call_during(&app, change, call.send()).await;
        assert_eq!(response.problem(409), "consent_required", "{change}");
        assert_eq!(app.count("pictures").await, 1, "{change}");
    }
}

/// The consent ends after the photo was copied.
#[tokio::test]
async fn refused_photo_of_self_check_leaves_no_copy() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let calls = [
        (Method::POST, "/patients/tcis/self-check".to_owned()),
        (Method::PUT, format!("/patients/tcis/self-check/{id}/picture")),
    ];
    for (method, path) in calls {
        let key = app.stored_upload(&patient, JPEG).await;
        let call = app.call(method.clone(), &path).token(&patient.token).json(&json!({"url": key}));
        call_during(&app, WITHDRAWAL, call.send()).await.problem(409);
        let copy = sqlx::query_scalar("select object_key from uploads order by id desc limit 1");
        let copy: String = copy.fetch_one(&mut app.superuser().await).await.expect("the copy's row");
        assert_ne!(copy, key);
        let object = app.state.store.get(&copy, 1_000_000).await;
        assert!(matches!(object, Err(blob::Error::NotFound)), "{method} {copy}");
        app.state.store.get(&key, 1_000_000).await.expect("the upload may still be used");
        let consent = sqlx::query("update consents set withdrawn_at = null");
        consent.execute(&mut app.superuser().await).await.expect("the consent is given again");
    }
}

#[tokio::test]
async fn picture_racing_a_change_of_phases_is_refused() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.consenting_patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let id = app.new_application(&patient).await;
    let take = app.staff_call(&staff, Method::PUT, &format!("/institutions/tcis/{id}")).json(&json!({"status": 1}));
    take.send().await.expect(200);
    let change = "update applications set before_only = true";
    let response = call_during(&app, change, Box::pin(app.add_picture(&staff, id, "after"))).await;
    assert_eq!(response.problem(409), "illegal_transition");
    assert_eq!(app.count("pictures").await, 0);
}

#[tokio::test]
async fn recorded_consent_racing_a_link_is_refused() {
    let app = TestApp::new().await;
    app.patient().await;
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    let call = app.staff_call(&staff, Method::POST, "/institutions/tcis").json(&TestApp::person());
    let id = call.send().await.expect(201)["clinic"]["id"].clone();
    let body = json!({"signer": "김하늘", "paperReference": "1"});
    let path = format!("/institutions/tcis/{id}/health-consent");
    let record = app.staff_call(&staff, Method::PUT, &path).json(&body);
    let link = "update applications a set patient_id = p.patient_id, person_id = p.id
                from (select id, patient_id from people order by id desc limit 1) p";
    let response = call_during(&app, link, record.send()).await;
    assert_eq!(response.problem(409), "illegal_transition", "the patient agrees in the app");
    assert_eq!(app.count("health_consents").await, 0);
}
