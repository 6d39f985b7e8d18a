//! Invitations: made, shown, accepted, ended.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::clinics::Member;
use crate::world::{SignedIn, World};

impl World {
    async fn invite(&self, staff: &Member, body: Value) -> String {
        let made = self.by(staff, Method::POST, "/institutions/invites").json(&body).send().await.expect(201);
        made["invite"]["code"].as_str().expect("a code").to_owned()
    }

    async fn accept(&self, patient: &SignedIn, code: &str) -> crate::client::Answer {
        let call = self.call(Method::POST, "/patients/accept-invite").token(&patient.token);
        call.json(&json!({"code": code})).send().await
    }
}

#[tokio::test]
async fn a_link_leads_a_patient_to_the_clinic_once() {
    let world = World::new().await;
    let (nurse, patient, other) =
        (world.staff(StaffRole::ShootingExpert).await, world.patient().await, world.patient().await);
    let made =
        world.by(&nurse, Method::POST, "/institutions/invites").header("idempotency-key", "i-1").json(&json!({}));
    let made = made.send().await.expect(201);
    let invite = &made["invite"];
    let code = invite["code"].as_str().expect("a code");
    let url = invite["url"].as_str().expect("a link");
    assert!(url.contains("one.example") && url.ends_with(&format!("/invites?code={code}")), "{url}");
    assert_eq!((&invite["maxUses"], &invite["uses"]), (&json!(1), &json!(0)));
    assert_eq!(invite["expiresAt"], json!(world.clock.now() + TimeDelta::days(7)));
    let again =
        world.by(&nurse, Method::POST, "/institutions/invites").header("idempotency-key", "i-1").json(&json!({}));
    assert_eq!(again.send().await.expect(201), made);

    // pressed twice, and typed in capitals
    for typed in [code.to_owned(), code.to_uppercase(), format!(" {code} ")] {
        let accepted = world.accept(&patient, &typed).await.expect(200);
        assert_eq!(accepted, json!({"institutionId": nurse.clinic}));
    }
    assert_eq!(world.accept(&other, code).await.problem(409), "invite_used_up");
    let list = world.by(&nurse, Method::GET, "/institutions/invites").send().await.expect(200);
    assert_eq!((&list["invites"][0]["code"], &list["invites"][0]["uses"]), (&json!(code), &json!(1)));
    assert_eq!(list["next"], Value::Null);
}

#[tokio::test]
async fn codes_that_are_not_good_say_why() {
    let world = World::new().await;
    let (nurse, patient) = (world.staff(StaffRole::ShootingExpert).await, world.patient().await);
    for unknown in ["", "abc", "0123456789ab", "%_'", &"a".repeat(1_000)] {
        assert_eq!(world.accept(&patient, unknown).await.problem(404), "invalid_invite", "{unknown}");
    }
    let short = world.invite(&nurse, json!({"expiresAt": world.clock.now() + TimeDelta::hours(1), "maxUses": 2})).await;
    let ended = world.invite(&nurse, json!({"maxUses": 2})).await;
    world.accept(&patient, &short).await.expect(200);
    let path = format!("/institutions/invites/{ended}");
    world.by(&nurse, Method::DELETE, &path).send().await.expect(204);
    assert_eq!(world.by(&nurse, Method::DELETE, &path).send().await.problem(404), "not_found");
    assert_eq!(world.accept(&patient, &ended).await.problem(410), "invite_expired");
    world.clock.advance(TimeDelta::hours(1));
    let late = world.patient().await;
    assert_eq!(world.accept(&late, &short).await.problem(410), "invite_expired");
    world.accept(&patient, &short).await.expect(200);
    // one of another tenant is none here
    let elsewhere = world.staff_of_two().await;
    let theirs = world.invite(&elsewhere, json!({})).await;
    assert_eq!(world.accept(&patient, &theirs).await.problem(404), "invalid_invite");
    // signed out, and as staff
    let out = world.call(Method::POST, "/patients/accept-invite").json(&json!({"code": short}));
    assert_eq!(out.send().await.problem(401), "unauthorized");
    let staff = world.by(&nurse, Method::POST, "/patients/accept-invite").json(&json!({"code": short}));
    assert_eq!(staff.send().await.problem(401), "unauthorized");
    // to a clinic that takes nobody any more
    let fresh = world.invite(&nurse, json!({})).await;
    world.deactivate(nurse.clinic).await;
    assert_eq!(world.accept(&late, &fresh).await.problem(410), "invite_expired");
}

#[tokio::test]
async fn limits_of_an_invitation_hold() {
    let world = World::new().await;
    let nurse = world.staff(StaffRole::ShootingExpert).await;
    let now = world.clock.now();
    for (body, wrong) in [
        (json!({"maxUses": 0}), "maxUses.range"),
        (json!({"maxUses": 1_001}), "maxUses.range"),
        (json!({"expiresAt": now}), "expiresAt.range"),
        (json!({"expiresAt": now + TimeDelta::days(91)}), "expiresAt.range"),
    ] {
        let call = world.by(&nurse, Method::POST, "/institutions/invites").json(&body);
        assert_eq!(call.send().await.wrong_fields(), [wrong], "{body}");
    }
    let malformed = world.by(&nurse, Method::POST, "/institutions/invites").json(&json!({"expiresAt": "tomorrow"}));
    assert_eq!(malformed.send().await.problem(400), "malformed");
    world.invite(&nurse, json!({"expiresAt": now + TimeDelta::days(90), "maxUses": 1_000})).await;
}
