//! Photos that the AI refused, applications with one analysis, and corrections of released analyses.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    /// Creates a received application with a released analysis before cleaning: the patient, the expert, its id and the
    /// analysis.
    async fn released_before(&self) -> (SignedIn, Member, i64, Value) {
        let (patient, doctor) = (self.consenting_patient().await, self.staff(StaffRole::AnalysisExpert).await);
        let id = self.new_application(&patient).await;
        self.set_status(&doctor, id, 1).await.expect(200);
        let tci = self.read_picture(&doctor, id, "before").await;
        let form = json!({"expertScores": uniform_scores(2), "comment": "두꺼워요", "analysisExpertId": doctor.id,
                          "release": true});
        let released = self.save(&doctor, id, &tci, form).await.expect(200);
        (patient, doctor, id, released["clinic"]["beforeTci"].clone())
    }

    pub(crate) async fn correct(&self, staff: &Member, id: i64, tci: &Value, body: Value) -> TestResponse {
        let path = format!("/institutions/tcis/{id}/tci/{}/corrections", tci["id"]);
        self.staff_call(staff, Method::POST, &path).json(&body).send().await
    }

    async fn set_before_only(&self, staff: &Member, id: i64, flag: bool) -> TestResponse {
        let path = format!("/institutions/tcis/{id}");
        self.staff_call(staff, Method::PUT, &path).json(&json!({"beforeOnly": flag})).send().await
    }

    async fn patients_tci(&self, patient: &SignedIn, id: i64, tci: &Value) -> Value {
        let path = format!("/patients/tcis/{id}/tci/{}", tci["id"]);
        self.get(&path).token(&patient.token).send().await.expect(200)["tci"].clone()
    }
}

#[tokio::test]
async fn correction_reaches_patient_and_keeps_both() {
    let app = TestApp::new().await;
    let (patient, doctor, id, tci) = app.released_before().await;
    let body = json!({"version": tci["version"], "reason": "왼쪽을 잘못 봤어요",
                      "attributes": {"expertScores": uniform_scores(1), "comment": "보통이에요"}});
    let corrected = app.correct(&doctor, id, &tci, body.clone()).await.expect(201);
    assert_eq!(corrected["clinic"]["beforeTci"]["status"], 2);
    let shown = app.patients_tci(&patient, id, &tci).await;
    assert_eq!(shown["correction"]["reason"], "왼쪽을 잘못 봤어요");
    assert_eq!(shown["tciPicture"]["score"]["scores"], uniform_scores(1));
    assert_eq!(
        (&shown["comment"], &shown["phase"], &shown["clinicName"]),
        (&json!("보통이에요"), &json!("before"), &json!("바른치과"))
    );
    // the clinic sees both
    let path = format!("/institutions/tcis/{id}/tci/{}/corrections", tci["id"]);
    let list = app.staff_call(&doctor, Method::GET, &path).send().await.expect(200);
    assert_eq!(list["corrections"].as_array().map(Vec::len), Some(1));
    let kept = &list["corrections"][0];
    assert_eq!(
        (&kept["scores"], &kept["comment"], &kept["version"]),
        (&uniform_scores(2), &json!("두꺼워요"), &tci["version"])
    );
    assert_eq!(kept["staff"]["id"], doctor.id);
    // and the patient is notified each time
    let again = json!({"version": corrected["clinic"]["beforeTci"]["version"], "reason": "코멘트 오타",
                       "attributes": {"comment": "보통입니다"}});
    app.correct(&doctor, id, &tci, again).await.expect(201);
    let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    let notices: Vec<_> = response["notifications"].as_array().expect("a list").iter().take(2).collect();
    assert!(notices.iter().all(|one| one["kind"] == "tci_corrected"), "{response}");
    assert_eq!(notices[0]["title"], "세척 전 분석 결과가 정정되었어요");
    assert!(notices[0]["body"].as_str().is_some_and(|body| body.starts_with("바른치과에서")), "{response}");
    assert_eq!(
        app.count(&format!("access_log where action = 'analysis_corrected' and {id} = any(application_ids)")).await,
        2
    );
}

/// The patient is notified once that the result is gone, and then of the new one. Only a current result has a score.
#[tokio::test]
async fn replaced_photo_withdraws_released_result() {
    let app = TestApp::new().await;
    let (patient, doctor, id, tci) = app.released_before().await;
    let list = async || {
        let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
        response["notifications"].as_array().expect("a list").clone()
    };
    let body = json!({"version": tci["version"], "reason": "오타", "attributes": {"comment": "보통이에요"}});
    app.correct(&doctor, id, &tci, body).await.expect(201);
    let has_score = |notices: &[Value]| notices.iter().map(|one| one["score"].is_number()).collect::<Vec<_>>();
    assert_eq!(has_score(&list().await), [true, true, false]);
    app.add_picture(&doctor, id, "before").await.expect(201);
    let again = app.read_picture(&doctor, id, "before").await;
    let scored = app.save(&doctor, id, &again, json!({"expertScores": uniform_scores(1)})).await.expect(200);
    assert_eq!(has_score(&list().await), [false; 4], "nothing is released");
    let newest = list().await[0].clone();
    assert_eq!((&newest["kind"], &newest["score"]), (&json!("tci_withdrawn"), &Value::Null));
    assert_eq!(newest["title"], "세척 전 분석을 다시 하고 있어요");
    assert_eq!(newest["link"], format!("/tcis/{id}/detail/{}", tci["id"]));
    let scored = &scored["clinic"]["beforeTci"];
    app.save(&doctor, id, scored, json!({"release": true})).await.expect(200);
    let notices = list().await;
    let kinds: Vec<_> = notices.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["tci_released", "tci_withdrawn", "tci_corrected", "tci_released", "tci_received"]);
    assert_eq!(has_score(&notices), [true, false, false, false, false]);
}

#[tokio::test]
async fn correction_needs_reason_change_and_version() {
    let app = TestApp::new().await;
    let (patient, doctor, id, tci) = app.released_before().await;
    let correct = async |reason: &str, version: &Value, attributes: Value| {
        app.correct(&doctor, id, &tci, json!({"version": version, "reason": reason, "attributes": attributes})).await
    };
    let (now, scores) = (&tci["version"], json!({"expertScores": uniform_scores(0)}));
    assert_eq!(correct(" ", now, scores.clone()).await.invalid_fields(), ["reason.required"]);
    assert_eq!(correct("이유", now, json!({})).await.invalid_fields(), ["attributes.required"]);
    assert_eq!(
        correct("이유", now, json!({"analysisExpertId": null})).await.invalid_fields(),
        ["analysisExpertId.required"]
    );
    assert_eq!(correct("이유", &json!(1), scores.clone()).await.problem(409), "version_conflict");
    // none of it reached the patient
    let shown = app.patients_tci(&patient, id, &tci).await;
    assert_eq!((&shown["correction"], &shown["tciPicture"]["score"]["scores"]), (&Value::Null, &uniform_scores(2)));
    // an unreleased analysis is saved, not corrected
    let other = app.read_picture(&doctor, id, "after").await;
    let body = json!({"version": other["version"], "reason": "이유", "attributes": scores});
    assert_eq!(app.correct(&doctor, id, &other, body.clone()).await.problem(409), "illegal_transition");
    // another clinic's analysis
    let stranger = app.other_staff().await;
    assert_eq!(app.correct(&stranger, id, &tci, body.clone()).await.problem(404), "not_found");
    let path = format!("/institutions/tcis/{id}/tci/{}/corrections", tci["id"]);
    assert_eq!(app.staff_call(&stranger, Method::GET, &path).send().await.problem(404), "not_found");
    let shooter = app.staff(StaffRole::ShootingExpert).await;
    assert_eq!(app.correct(&shooter, id, &tci, body).await.problem(403), "forbidden");
}

#[tokio::test]
async fn before_only_application_completes_with_one() {
    let app = TestApp::new().await;
    let (patient, doctor, id, _) = app.released_before().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let done = app.set_before_only(&admin, id, true).await.expect(200);
    assert_eq!((&done["clinic"]["status"], &done["clinic"]["beforeOnly"]), (&json!(2), &json!(true)));
    let shown = app.get(&format!("/patients/tcis/{id}")).token(&patient.token).send().await.expect(200);
    assert_eq!(shown["clinic"]["beforeOnly"], true);
    assert_eq!(app.set_before_only(&admin, id, false).await.problem(409), "illegal_transition");

    let second = app.new_application(&patient).await;
    assert_eq!(app.set_before_only(&admin, second, true).await.problem(409), "illegal_transition", "not received");
    app.set_status(&admin, second, 1).await.expect(200);
    app.set_before_only(&admin, second, true).await.expect(200);
    assert_eq!(app.add_picture(&doctor, second, "after").await.problem(409), "illegal_transition");
    app.set_before_only(&admin, second, false).await.expect(200);
    app.read_picture(&doctor, second, "after").await;
    assert_eq!(app.set_before_only(&admin, second, true).await.problem(409), "illegal_transition", "there is one");
}

#[tokio::test]
async fn refused_photo_is_scored_by_expert() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.consenting_patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    app.add_picture(&doctor, id, "before").await.expect(201);
    let waiting = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    let form = json!({"expertScores": uniform_scores(1), "analysisExpertId": doctor.id, "release": true});
    assert_eq!(
        app.save(&doctor, id, &waiting, form.clone()).await.problem(409),
        "illegal_transition",
        "not looked at yet"
    );
    app.fail_newest_clinic_picture("too_dark").await;
    let refused = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    assert_eq!(refused["failure"]["code"], "too_dark");
    let released = app.save(&doctor, id, &refused, form).await.expect(200);
    let tci = &released["clinic"]["beforeTci"];
    assert_eq!((&tci["status"], &tci["failure"]["code"]), (&json!(2), &json!("too_dark")));
    // the patient sees the expert's scores, and no refusal
    let shown = app.patients_tci(&patient, id, tci).await;
    assert_eq!((&shown["failure"], &shown["tciPicture"]["score"]["scores"]), (&Value::Null, &uniform_scores(1)));
}
