//! Walk-ins that move into an account, and the SMS that announces a result.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    /// Creates a walk-in with the name and birth date of the tests' patients, and a recorded health consent.
    async fn walk_in(&self, staff: &Member) -> i64 {
        let call = self.staff_call(staff, Method::POST, "/institutions/tcis").json(&Self::person());
        let id = call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
        self.record_health_consent(staff, id).await;
        id
    }

    async fn link_code(&self, staff: &Member, id: i64) -> TestResponse {
        self.staff_call(staff, Method::POST, &format!("/institutions/tcis/{id}/link-code")).send().await
    }

    async fn link(&self, patient: &SignedIn, body: Value) -> TestResponse {
        self.call(Method::POST, "/patients/walk-ins").token(&patient.token).json(&body).send().await
    }
}

#[tokio::test]
async fn walk_in_is_linked_by_the_shown_code() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let id = app.walk_in(&admin).await;
    let tci = app.read_picture(&doctor, id, "before").await;
    let made = app.link_code(&admin, id).await.expect(201);
    let code = made["code"].as_str().expect("a code");
    assert!(made["url"].as_str().is_some_and(|url| url.ends_with(&format!("/link?code={code}"))), "{made}");
    let linked = app.link(&patient, json!({"code": code.to_uppercase()})).await.expect(200);
    assert_eq!((&linked["clinic"]["id"], &linked["clinic"]["person"]["relation"]), (&json!(id), &json!("self")));
    let path = format!("/patients/tcis/{id}/tci/{}", tci["id"]);
    app.get(&path).token(&patient.token).send().await.expect(200);
    // it works only once, and staff see the account afterwards
    assert_eq!(app.link(&patient, json!({"code": code})).await.problem(404), "invalid_token");
    assert!(app.get_application(&doctor, id).await["clinic"]["patientId"].is_i64());
    assert_eq!(app.link_code(&admin, id).await.problem(409), "illegal_transition");
    let own = app.new_application(&patient).await;
    assert_eq!(app.link_code(&admin, own).await.problem(409), "illegal_transition");
    let stranger = app.other_staff().await;
    assert_eq!(app.link_code(&stranger, id).await.problem(404), "not_found");
}

#[tokio::test]
async fn withdrawal_reaches_a_linked_walk_in() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    app.give_provide_consent(&patient, "clinic", clinic).await;
    let id = app.walk_in(&admin).await;
    let code = app.link_code(&admin, id).await.expect(201)["code"].clone();
    app.link(&patient, json!({"code": code})).await.expect(200);
    let path = format!("/institutions/tcis/{id}");
    let key = app.stored_clinic_upload(&admin).await;
    let add = async || {
        let picture = json!({"url": key, "phase": "before"});
        app.staff_call(&admin, Method::POST, &format!("{path}/pictures")).json(&picture).send().await
    };
    // a signature from the visit does not override the account's later withdrawal
    app.clock.advance(TimeDelta::minutes(1));
    app.consent(&patient, json!({"kind": "health", "given": false})).await.expect(200);
    assert_eq!(add().await.problem(409), "health_consent_missing");
    let paper = json!({"signer": "김하늘", "paperReference": "1"});
    let again = app.staff_call(&admin, Method::PUT, &format!("{path}/health-consent")).json(&paper).send().await;
    assert_eq!(again.problem(409), "illegal_transition", "the account agrees in the app");

    let preview = format!("/patients/consents/withdrawal?kind=clinic&id={clinic}");
    let ends = app.get(&preview).token(&patient.token).send().await.expect(200);
    assert_eq!(ends["applications"][0]["id"], json!(id));
    let withdrawal =
        json!({"kind": "provide", "recipient": {"kind": "clinic", "id": clinic}, "given": false, "ends": true});
    app.consent(&patient, withdrawal).await.expect(200);
    assert_eq!(app.staff_call(&admin, Method::GET, &path).send().await.problem(404), "not_found", "it has no photo");
    let shown = app.get(&format!("/patients/tcis/{id}")).token(&patient.token).send().await.expect(200);
    assert_eq!(shown["clinic"]["status"], -1);
}

#[tokio::test]
async fn withdrawal_keeps_a_linked_walk_in_with_photos() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
    let (admin, doctor) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::AnalysisExpert).await);
    app.give_provide_consent(&patient, "clinic", clinic).await;
    let id = app.walk_in(&admin).await;
    app.read_picture(&doctor, id, "before").await;
    let code = app.link_code(&admin, id).await.expect(201)["code"].clone();
    app.link(&patient, json!({"code": code})).await.expect(200);
    let withdrawal =
        json!({"kind": "provide", "recipient": {"kind": "clinic", "id": clinic}, "given": false, "ends": true});
    app.consent(&patient, withdrawal).await.expect(200);
    let kept = app.get_application(&doctor, id).await;
    assert_eq!(kept["clinic"]["status"], -1, "the clinic keeps the record of what it did, and does no more");
}

#[tokio::test]
async fn code_opens_nothing_to_others() {
    let app = TestApp::new().await;
    let (patient, admin) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let mut other = TestApp::person();
    other["birth"] = json!("19900201");
    let call = app.staff_call(&admin, Method::POST, "/institutions/tcis").json(&other);
    let id = call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    let code = app.link_code(&admin, id).await.expect(201)["code"].clone();
    for _ in 0..5 {
        let refused = app.link(&patient, json!({"code": code})).await;
        assert_eq!(refused.invalid_fields(), ["personId.mismatch"]);
    }
    assert_eq!(app.link(&patient, json!({"code": code})).await.problem(404), "invalid_token", "five end it");
    let fresh = app.link_code(&admin, id).await.expect(201)["code"].clone();
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(app.link(&patient, json!({"code": fresh})).await.problem(404), "invalid_token", "ten minutes");
    for code in ["", "abc", "0123456789ab"] {
        assert_eq!(app.link(&patient, json!({"code": code})).await.problem(404), "invalid_token", "{code}");
    }
}

#[tokio::test]
async fn release_message_goes_to_walk_in() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.consenting_patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let release = json!({"expertScores": uniform_scores(1), "analysisExpertId": doctor.id, "release": true});
    let own = app.new_application(&patient).await;
    app.set_status(&admin, own, 1).await.expect(200);
    let tci = app.read_picture(&doctor, own, "before").await;
    app.save(&doctor, own, &tci, release.clone()).await.expect(200);
    assert_eq!(app.count("jobs where kind = 'send_walk_in_link'").await, 0, "an account has notifications");
    let id = app.walk_in(&admin).await;
    let mut released = json!(null);
    for phase in ["before", "after"] {
        let tci = app.read_picture(&doctor, id, phase).await;
        released = app.save(&doctor, id, &tci, release.clone()).await.expect(200)["clinic"]["afterTci"].clone();
    }
    assert_eq!(app.count("jobs where kind = 'send_walk_in_link'").await, 1, "one message a visit");
    assert_eq!(app.count("walk_in_links where code_hash is null and origin = 'sms'").await, 1);
    let mut superuser = app.superuser().await;
    sqlx::query("update walk_in_links set sent_at = now()").execute(&mut superuser).await.expect("sent");
    let correction = json!({"version": released["version"], "reason": "오타", "attributes": {"comment": "보통이에요"}});
    app.correct(&doctor, id, &released, correction).await.expect(201);
    assert_eq!(app.count("jobs where kind = 'send_walk_in_link'").await, 2, "the correction comes with another");
}

/// The message waits ten minutes or for the morning: a result that is withdrawn before is not announced. After the
/// message, its link shows no score until the next release, which sends another.
#[tokio::test]
async fn withdrawn_result_is_not_announced() {
    let app = TestApp::new().await;
    let (doctor, admin) = (app.staff(StaffRole::AnalysisExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let id = app.walk_in(&admin).await;
    let release = json!({"expertScores": uniform_scores(1), "release": true});
    let unsent = "walk_in_links where origin = 'sms' and sent_at is null";
    for _ in 0..2 {
        let tci = app.read_picture(&doctor, id, "before").await;
        assert_eq!(app.count(unsent).await, 0);
        app.save(&doctor, id, &tci, release.clone()).await.expect(200);
        assert_eq!(app.count(unsent).await, 1);
    }
    let sent = sqlx::query("update walk_in_links set sent_at = now()");
    sent.execute(&mut app.superuser().await).await.expect("sent");
    let tci = app.read_picture(&doctor, id, "before").await;
    assert_eq!(app.count("walk_in_links where sent_at is not null").await, 1, "its link still works");
    let code = app.link_code(&admin, id).await.expect(201)["code"].clone();
    let linked = app.link(&app.patient().await, json!({"code": code})).await.expect(200);
    let shown = &linked["clinic"]["beforeTci"];
    assert_eq!((&shown["id"], &shown["status"], &shown["tciPicture"]["score"]), (&tci["id"], &json!(1), &Value::Null));
}

#[tokio::test]
async fn link_jobs_carry_the_request_id() {
    let app = TestApp::new().await;
    let doctor = app.staff(StaffRole::AnalysisExpert).await;
    let id = app.walk_in(&app.staff(StaffRole::ClinicAdmin).await).await;
    let request_ids = async || {
        let select = "select request_id from jobs where kind = 'send_walk_in_link' order by id";
        let found = sqlx::query_scalar::<_, Option<String>>(select);
        found.fetch_all(&mut app.superuser().await).await.expect("a list")
    };
    let tci = app.read_picture(&doctor, id, "before").await;
    let form = json!({"expertScores": uniform_scores(1), "analysisExpertId": doctor.id, "release": true});
    let body = json!({"version": tci["version"], "attributes": form});
    let path = format!("/institutions/tcis/{id}/tci/{}", tci["id"]);
    let release = app.staff_call(&doctor, Method::PUT, &path).header("x-request-id", "release-1").json(&body);
    let released = release.send().await.expect(200)["clinic"]["beforeTci"].clone();
    assert_eq!(request_ids().await, [Some("release-1".to_owned())]);
    let sent = sqlx::query("update walk_in_links set sent_at = now()");
    sent.execute(&mut app.superuser().await).await.expect("sent");
    let body = json!({"version": released["version"], "reason": "오타", "attributes": {"comment": "보통이에요"}});
    let correct = app.staff_call(&doctor, Method::POST, &format!("{path}/corrections"));
    correct.header("x-request-id", "correct-1").json(&body).send().await.expect(201);
    assert_eq!(request_ids().await, [Some("release-1".to_owned()), Some("correct-1".to_owned())]);
}
