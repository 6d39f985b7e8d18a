//! Invitations.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::clinics::Member;
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    pub async fn invite(&self, staff: &Member, body: Value) -> String {
        let made = self.staff_call(staff, Method::POST, "/institutions/invites").json(&body).send().await.expect(201);
        made["invite"]["code"].as_str().expect("a code").to_owned()
    }

    pub async fn accept(&self, patient: &SignedIn, code: &str) -> crate::client::TestResponse {
        let call = self.call(Method::POST, "/patients/accept-invite").token(&patient.token);
        call.json(&json!({"code": code})).send().await
    }
}

#[tokio::test]
async fn invitation_is_accepted_once_per_patient() {
    let app = TestApp::new().await;
    let (nurse, patient, other) =
        (app.staff(StaffRole::ShootingExpert).await, app.patient().await, app.patient().await);
    let made =
        app.staff_call(&nurse, Method::POST, "/institutions/invites").header("idempotency-key", "i-1").json(&json!({}));
    let made = made.send().await.expect(201);
    let invite = &made["invite"];
    let code = invite["code"].as_str().expect("a code");
    let url = invite["url"].as_str().expect("a link");
    assert!(url.contains("one.example") && url.ends_with(&format!("/invites?code={code}")), "{url}");
    assert_eq!((&invite["maxUses"], &invite["uses"]), (&json!(1), &json!(0)));
    assert_eq!(invite["expiresAt"], json!(app.clock.now() + TimeDelta::days(7)));
    let again =
        app.staff_call(&nurse, Method::POST, "/institutions/invites").header("idempotency-key", "i-1").json(&json!({}));
    assert_eq!(again.send().await.expect(201), made);

    // repeated, and in upper case
    for typed in [code.to_owned(), code.to_uppercase(), format!(" {code} ")] {
        let accepted = app.accept(&patient, &typed).await.expect(200);
        assert_eq!(accepted, json!({"institutionId": nurse.clinic}));
    }
    assert_eq!(app.accept(&other, code).await.problem(409), "invite_used_up");
    let list = app.staff_call(&nurse, Method::GET, "/institutions/invites").send().await.expect(200);
    assert_eq!((&list["invites"][0]["code"], &list["invites"][0]["uses"]), (&json!(code), &json!(1)));
    assert_eq!(list["next"], Value::Null);
}

#[tokio::test]
async fn opened_invitation_names_its_clinic() {
    let app = TestApp::new().await;
    let (nurse, patient) = (app.staff(StaffRole::ClinicAdmin).await, app.patient().await);
    let code = app.invite(&nurse, json!({})).await;
    let open = async |code: &str| app.get(&format!("/patients/invites/{code}")).send().await;
    assert_eq!(open(&code).await.expect(200)["institution"]["name"], "바른치과", "without a session");
    assert_eq!(open("0123456789ab").await.problem(404), "invalid_invite");
    app.accept(&patient, &code).await.expect(200);
    assert_eq!(open(&code).await.problem(409), "invite_used_up");
    let again = app.get(&format!("/patients/invites/{code}")).token(&patient.token);
    assert_eq!(again.send().await.expect(200)["institution"]["id"], nurse.clinic, "accepted or not");
    app.clock.advance(TimeDelta::days(7));
    assert_eq!(open(&code).await.problem(410), "invite_expired");
}

#[tokio::test]
async fn staff_see_who_applied_by_an_invitation() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ClinicAdmin).await;
    let (guest, silent, other) = (app.patient().await, app.patient().await, app.patient().await);
    let code = app.invite(&nurse, json!({"maxUses": 5})).await;
    for patient in [&guest, &silent] {
        app.accept(patient, &code).await.expect(200);
    }
    app.new_application(&other).await;
    let id = app.new_application(&guest).await;
    let second = app.new_application(&guest).await;
    let path = format!("/institutions/invites/{code}/applications");
    let came = app.staff_call(&nurse, Method::GET, &path).send().await.expect(200);
    assert_eq!(came["clinics"].as_array().map(Vec::len), Some(1), "who accepted it and applied: {came}");
    assert_eq!((&came["clinics"][0]["id"], &came["clinics"][0]["inviteCode"]), (&json!(id), &json!(code)));
    assert_eq!(app.get_application(&nurse, second).await["clinic"]["inviteCode"], Value::Null);
    let elsewhere = app.other_staff().await;
    let theirs = app.staff_call(&elsewhere, Method::GET, &path).send().await.expect(200);
    assert_eq!(theirs["clinics"], json!([]));
}

#[tokio::test]
async fn invalid_invitation_codes_return_reasons() {
    let app = TestApp::new().await;
    let (nurse, patient) = (app.staff(StaffRole::ShootingExpert).await, app.patient().await);
    for unknown in ["", "abc", "0123456789ab", "%_'", &"a".repeat(1_000)] {
        assert_eq!(app.accept(&patient, unknown).await.problem(404), "invalid_invite", "{unknown}");
    }
    let short = app.invite(&nurse, json!({"expiresAt": app.clock.now() + TimeDelta::hours(1), "maxUses": 2})).await;
    let ended = app.invite(&nurse, json!({"maxUses": 2})).await;
    app.accept(&patient, &short).await.expect(200);
    let path = format!("/institutions/invites/{ended}");
    app.staff_call(&nurse, Method::DELETE, &path).send().await.expect(204);
    assert_eq!(app.staff_call(&nurse, Method::DELETE, &path).send().await.problem(404), "not_found");
    assert_eq!(app.accept(&patient, &ended).await.problem(410), "invite_expired");
    app.advance_in_use(TimeDelta::hours(1)).await;
    let late = app.patient().await;
    assert_eq!(app.accept(&late, &short).await.problem(410), "invite_expired");
    app.accept(&patient, &short).await.expect(200);
    // an invitation of another tenant is unknown
    let elsewhere = app.other_tenant_staff().await;
    let theirs = app.invite(&elsewhere, json!({})).await;
    assert_eq!(app.accept(&patient, &theirs).await.problem(404), "invalid_invite");
    // signed out, and as staff
    let out = app.call(Method::POST, "/patients/accept-invite").json(&json!({"code": short}));
    assert_eq!(out.send().await.problem(401), "unauthorized");
    let staff = app.staff_call(&nurse, Method::POST, "/patients/accept-invite").json(&json!({"code": short}));
    assert_eq!(staff.send().await.problem(401), "unauthorized");
    // from a deactivated clinic
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let fresh = app.invite(&nurse, json!({})).await;
    app.deactivate(nurse.clinic).await;
    assert_eq!(app.accept(&late, &fresh).await.problem(410), "invite_expired");
}

#[tokio::test]
async fn invitation_limits_are_validated() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let now = app.clock.now();
    for (body, wrong) in [
        (json!({"maxUses": 0}), "maxUses.range"),
        (json!({"maxUses": 1_001}), "maxUses.range"),
        (json!({"expiresAt": now}), "expiresAt.range"),
        (json!({"expiresAt": now + TimeDelta::days(91)}), "expiresAt.range"),
    ] {
        let call = app.staff_call(&nurse, Method::POST, "/institutions/invites").json(&body);
        assert_eq!(call.send().await.invalid_fields(), [wrong], "{body}");
    }
    let malformed =
        app.staff_call(&nurse, Method::POST, "/institutions/invites").json(&json!({"expiresAt": "tomorrow"}));
    assert_eq!(malformed.send().await.problem(400), "malformed");
    app.invite(&nurse, json!({"expiresAt": now + TimeDelta::days(90), "maxUses": 1_000})).await;
}
