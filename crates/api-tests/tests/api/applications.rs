//! Applications: from the request to the released analysis, cancellation, and invalid requests.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::claims::INSURER;
use crate::clinics::{Member, uniform_scores};
use crate::test_app::TestApp;

/// Returns a body without ids, numbers, times and signatures.
fn redact(body: &Value) -> Value {
    match body {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let hidden = [
                    "id",
                    "tciNumber",
                    "createdAt",
                    "updatedAt",
                    "shootingAt",
                    "claimAt",
                    "pictureUrl",
                    "patientId",
                    "shootingExpertId",
                    "analysisExpertId",
                ];
                let shown = hidden.contains(&name.as_str()) && !value.is_null();
                (name.clone(), if shown { format!("[{name}]").into() } else { redact(value) })
            })
            .collect(),
        Value::Array(values) => values.iter().map(redact).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn new_application_reaches_the_clinic() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let applied = app.apply(&patient, doctor.clinic).await.expect(201);
    assert_json_snapshot!(redact(&applied), @r#"
    {
      "clinic": {
        "afterTci": null,
        "beforeOnly": false,
        "beforeTci": null,
        "claimAt": null,
        "createdAt": "[createdAt]",
        "id": "[id]",
        "institution": {
          "address": "서울특별시 종로구 2",
          "id": "[id]",
          "name": "바른치과",
          "phoneNumber": "0212345678",
          "representativeName": "김원장"
        },
        "kind": "application",
        "patientId": "[patientId]",
        "patientInstitution": {
          "birth": "1990.01.31",
          "gender": 1,
          "name": "김하늘",
          "phoneNumber": "01012345678"
        },
        "person": {
          "id": "[id]",
          "name": "김하늘",
          "relation": "self"
        },
        "status": 0
      }
    }
    "#);
    let id = applied["clinic"]["id"].as_i64().expect("an id");
    let worklist = app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    assert_eq!((&worklist["clinics"][0]["id"], &worklist["clinics"][0]["unread"]), (&json!(id), &json!(true)));
    assert_eq!(app.get_application(&doctor, id).await["clinic"]["unread"], false);
}

#[tokio::test]
async fn released_analysis_reaches_the_patient() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let applied = app.apply(&patient, doctor.clinic).await.expect(201);
    let id = applied["clinic"]["id"].as_i64().expect("an id");
    app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    app.get_application(&doctor, id).await;
    let taken = app.set_status(&doctor, id, 1).await.expect(200);
    assert_eq!((&taken["clinic"]["status"], taken["clinic"]["claimAt"].is_string()), (&json!(1), true));
    let before = app.read_picture(&doctor, id, "before").await;
    let after = app.read_picture(&doctor, id, "after").await;
    let draft = json!({"expertScores": uniform_scores(2), "comment": "<b>혀</b> 초안", "analysisExpertId": doctor.id});
    let saved = app.save(&doctor, id, &before, draft).await.expect(200);
    assert_eq!(saved["clinic"]["beforeTci"]["tciPicture"]["score"]["scores"], uniform_scores(2));

    // unreleased scores are not shown
    let mine = |path: String| app.get(&path).token(&patient.token);
    let path = format!("/patients/tcis/{id}/tci/{}", before["id"]);
    let unreleased = mine(path.clone()).send().await.expect(200);
    assert_eq!(unreleased["tci"]["tciPicture"]["score"], Value::Null);
    assert_eq!((&unreleased["tci"]["comment"], &unreleased["tci"]["analysisExpertId"]), (&json!(""), &Value::Null));
    assert!(unreleased["tci"]["tciPicture"]["aiResult"].is_object());

    let before = &saved["clinic"]["beforeTci"];
    let released = app.save(&doctor, id, before, json!({"release": true})).await.expect(200);
    assert_eq!((&released["clinic"]["status"], &released["clinic"]["beforeTci"]["status"]), (&json!(1), &json!(2)));
    assert_eq!(app.save(&doctor, id, before, json!({"release": true})).await.problem(409), "illegal_transition");
    let both =
        app.save(&doctor, id, &after, json!({"expertScores": uniform_scores(1), "release": true})).await.expect(200);
    assert_eq!(both["clinic"]["status"], 2);
    let read = mine(path).send().await.expect(200);
    assert_json_snapshot!("a_released_analysis", redact(&read));
    let response = mine("/patients/notifications".to_owned()).send().await.expect(200);
    let kinds: Vec<_> = response["notifications"].as_array().expect("a list").iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["tci_released", "tci_released", "tci_received"]);
    assert_eq!(response["notifications"][1]["link"], format!("/tcis/{id}/detail/{}", before["id"]));
    let newest = &response["notifications"][0];
    assert_eq!((&newest["clinic"], &newest["score"]), (&json!("바른치과"), &json!(50)));
    assert_eq!(response["notifications"][2]["score"], Value::Null);
    assert_eq!(response["notifications"][2]["link"], format!("/apply-history/{id}"));
    let history = mine("/patients/tcis".to_owned()).send().await.expect(200);
    assert_eq!(history["clinics"][0], mine(format!("/patients/tcis/{id}")).send().await.expect(200)["clinic"]);
    // it is not a self-check
    let own = mine("/patients/tcis/self-check".to_owned()).send().await.expect(200);
    assert_eq!(own["tcis"], json!([]));
    assert_eq!(mine(format!("/patients/tcis/self-check/{}", after["id"])).send().await.problem(404), "not_found");
    assert_logged(&app, &doctor, id).await;
}

/// Checks that every read and change above is in the access log.
async fn assert_logged(app: &TestApp, doctor: &Member, id: i64) {
    for (action, rows) in [
        ("applications_listed", 1),
        ("application_read", 1),
        ("application_changed", 1),
        ("picture_added", 2),
        ("analysis_saved", 1),
        ("analysis_released", 2),
    ] {
        let query = format!(
            "access_log where action = '{action}' and staff_id = {} and {id} = any(application_ids)",
            doctor.id
        );
        assert_eq!(app.count(&query).await, rows, "{action}");
    }
    let whose = format!("select array[patient_id] from applications where id = {id}");
    assert_eq!(app.count(&format!("access_log where patient_ids = ({whose})")).await, 8);
}

#[tokio::test]
async fn application_follows_its_state_machine() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let cancel = async |id: i64| {
        let call = app.call(Method::PUT, &format!("/patients/tcis/{id}")).token(&patient.token);
        call.json(&json!({"status": -1})).send().await
    };
    let waiting = app.new_application(&patient).await;
    assert_eq!(app.add_picture(&doctor, waiting, "before").await.problem(409), "illegal_transition");
    assert_eq!(app.set_status(&doctor, waiting, 2).await.problem(409), "illegal_transition");
    assert_eq!(app.set_status(&doctor, waiting, 0).await.problem(409), "illegal_transition");
    for (status, wrong) in [(3, "status.range"), (-2, "status.range")] {
        assert_eq!(app.set_status(&doctor, waiting, status).await.invalid_fields(), [wrong]);
    }
    assert_eq!(cancel(waiting).await.expect(200)["clinic"]["status"], -1);
    assert_eq!(cancel(waiting).await.problem(409), "illegal_transition");
    assert_eq!(app.set_status(&doctor, waiting, 1).await.problem(409), "illegal_transition");

    let taken = app.new_application(&patient).await;
    app.set_status(&doctor, taken, 1).await.expect(200);
    assert_eq!(app.set_status(&doctor, taken, 1).await.problem(409), "illegal_transition");
    assert_eq!(app.set_status(&doctor, taken, 2).await.problem(409), "illegal_transition");
    for phase in ["before", "after"] {
        let tci = app.read_picture(&doctor, taken, phase).await;
        assert_eq!(app.save(&doctor, taken, &tci, json!({"release": true})).await.problem(409), "not_scored");
        app.save(&doctor, taken, &tci, json!({"expertScores": uniform_scores(0), "release": true})).await.expect(200);
    }
    assert_eq!(cancel(taken).await.problem(409), "illegal_transition");
    assert_eq!(app.set_status(&doctor, taken, -1).await.problem(409), "illegal_transition");
    assert_eq!(app.add_picture(&doctor, taken, "before").await.problem(409), "illegal_transition");

    let third = app.new_application(&patient).await;
    app.set_status(&doctor, third, 1).await.expect(200);
    assert_eq!(app.set_status(&doctor, third, -1).await.expect(200)["clinic"]["status"], -1);
    let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(response["notifications"][0]["kind"], "tci_canceled");
}

#[tokio::test]
async fn person_is_editable_while_waiting() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    let put = async |body: Value| {
        app.call(Method::PUT, &format!("/patients/tcis/{id}")).token(&patient.token).json(&body).send().await
    };
    let other = json!({"name": "김 하늘", "birth": "1990.01.31", "gender": null, "phoneNumber": "01087654321"});
    let changed = put(other.clone()).await.expect(200);
    assert_eq!(
        changed["clinic"]["patientInstitution"],
        json!({"name": "김 하늘", "birth": "1990.01.31", "gender": null,
                                                               "phoneNumber": "01087654321"})
    );
    assert_eq!(put(json!({})).await.invalid_fields(), ["name.required", "birth.required", "phoneNumber.required"]);
    assert_eq!(put(json!({"status": 1})).await.invalid_fields(), ["status.range"]);
    let wrong = json!({"name": "가".repeat(51), "birth": "2999-01-01", "gender": 2, "phoneNumber": "010-1234-5678"});
    assert_eq!(
        put(wrong).await.invalid_fields(),
        ["name.too_long", "birth.range", "gender.range", "phoneNumber.format"]
    );
    app.set_status(&doctor, id, 1).await.expect(200);
    assert_eq!(put(other).await.problem(409), "illegal_transition");
}

#[tokio::test]
async fn rejected_application_writes_nothing() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let clinic = app.clinic().await;
    let post =
        async |body: &Value| app.call(Method::POST, "/patients/tcis").token(&patient.token).json(body).send().await;
    let mut body = TestApp::person();
    for nowhere in [json!(999_999), json!(0), json!(-1)] {
        body["institutionId"] = nowhere;
        assert_eq!(post(&body).await.problem(422), "not_selectable");
    }
    body["institutionId"] = json!(clinic);
    assert_eq!(post(&body).await.problem(409), "consent_required");
    // the consent applies to one clinic only
    app.give_provide_consent(&patient, "insurer", app.insurer(INSURER).await).await;
    assert_eq!(post(&body).await.problem(409), "consent_required");
    assert_eq!(
        app.consent(&patient, json!({"kind": "provide", "given": true})).await.invalid_fields(),
        ["recipient.required"]
    );
    let unknown = json!({"kind": "provide", "recipient": {"kind": "clinic", "id": 999_999}, "given": true});
    assert_eq!(app.consent(&patient, unknown).await.invalid_fields(), ["recipient.unknown"]);
    app.give_provide_consent(&patient, "clinic", clinic).await;
    // the consent to the processing of health data is separate
    app.consent(&patient, json!({"kind": "health", "given": false})).await.expect(200);
    assert_eq!(post(&body).await.problem(409), "consent_required");
    app.consent(&patient, json!({"kind": "health", "given": true})).await.expect(200);
    // the clinic is deactivated while the patient fills the form
    app.deactivate(clinic).await;
    assert_eq!(post(&body).await.problem(422), "not_selectable");
    assert_eq!(app.get(&format!("/patients/institutions/{clinic}")).send().await.problem(404), "not_found");
    assert_eq!(app.count("applications").await, 0);
}

#[tokio::test]
async fn application_key_is_idempotent() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let clinic = app.clinic().await;
    app.give_provide_consent(&patient, "clinic", clinic).await;
    let mut body = TestApp::person();
    body["institutionId"] = json!(clinic);
    let post = async || {
        let call = app.call(Method::POST, "/patients/tcis").token(&patient.token).header("idempotency-key", "draft-1");
        call.json(&body).send().await
    };
    let (first, second) = tokio::join!(post(), post());
    assert_eq!(first.expect(201), second.expect(201));
    assert_eq!(app.count("applications").await, 1);
    let recent = async |token: Option<&str>| {
        let call = app.get("/patients/institutions");
        let call = if let Some(token) = token { call.token(token) } else { call };
        call.send().await.expect(200)
    };
    let known = recent(Some(&patient.token)).await;
    assert_eq!((&known["recent"]["id"], &known["institutions"]), (&json!(clinic), &json!([])));
    assert_eq!(known["previous"].as_array().map(Vec::len), Some(1));
    assert_eq!(known["previous"][0]["id"], json!(clinic));
    let nobody = recent(None).await;
    assert_eq!((&nobody["recent"], &nobody["previous"]), (&Value::Null, &json!([])));
    app.clock.advance(TimeDelta::hours(23));
    assert_eq!(recent(Some(&patient.token)).await["recent"]["id"], json!(clinic));
    app.clock.advance(TimeDelta::days(7));
    // the search works without a session
    assert_eq!(recent(Some(&patient.token)).await["recent"], Value::Null);
    assert_eq!(
        app.get(&format!("/patients/institutions?q={}", "a".repeat(1_000))).send().await.invalid_fields(),
        ["q.too_long"]
    );
    for harmless in ["%25", "_", "%27", "%5C", "a"] {
        let found = app.get(&format!("/patients/institutions?q={harmless}")).send().await.expect(200);
        assert_eq!(found["institutions"], json!([]), "{harmless}");
    }
}

#[tokio::test]
async fn application_lists_filter_by_day_and_page() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.insert(0, app.new_application(&patient).await);
        app.advance_in_use(TimeDelta::hours(3)).await;
    }
    // 17:53, 20:53 and 23:53 in Korea on 9 October
    let ids_in = |body: &Value| -> Vec<i64> {
        body["clinics"].as_array().expect("a list").iter().map(|one| one["id"].as_i64().expect("an id")).collect()
    };
    for path in ["/patients/tcis", "/institutions/tcis"] {
        let token = if path.starts_with("/patients") { &patient.token } else { &doctor.token };
        let list = async |query: &str| app.get(&format!("{path}{query}")).token(token).send().await;
        assert_eq!(ids_in(&list("?startAt=2025-10-09&endAt=2025-10-09").await.expect(200)), ids);
        assert_eq!(ids_in(&list("?startAt=2025-10-10").await.expect(200)), Vec::<i64>::new());
        assert_eq!(ids_in(&list("?startAt=9999-12-31&endAt=9999-12-31").await.expect(200)), Vec::<i64>::new());
        let first = list("?limit=2&endAt=2025-10-09").await.expect(200);
        assert_eq!((ids_in(&first), &first["next"]), (ids[..2].to_vec(), &json!(ids[1])));
        let second = list(&format!("?limit=2&before={}", ids[1])).await.expect(200);
        assert_eq!((ids_in(&second), &second["next"]), (ids[2..].to_vec(), &Value::Null));
        assert_eq!(ids_in(&list("?before=999999").await.expect(200)), Vec::<i64>::new());
        assert_eq!(list("?startAt=2025-10-10&endAt=2025-10-09").await.invalid_fields(), ["endAt.range"]);
        assert_eq!(list("?startAt=yesterday").await.invalid_fields(), ["startAt.format"]);
        assert_eq!(list("?before=x").await.problem(400), "malformed");
    }
    let list =
        async |query: &str| app.staff_call(&doctor, Method::GET, &format!("/institutions/tcis{query}")).send().await;
    assert_eq!(ids_in(&list("?status=0&unread=true&q=%ED%95%98%EB%8A%98").await.expect(200)), ids);
    app.set_status(&doctor, ids[0], 1).await.expect(200);
    assert_eq!(ids_in(&list("?status=1").await.expect(200)), ids[..1]);
    assert_eq!(ids_in(&list("?unread=true").await.expect(200)), ids[1..]);
    assert_eq!(ids_in(&list("?q=5678").await.expect(200)), ids);
    assert_eq!(ids_in(&list("?q=%25").await.expect(200)), Vec::<i64>::new());
    assert_eq!(list("?status=5").await.invalid_fields(), ["status.range"]);
    let seen = app.get_application(&doctor, ids[0]).await;
    let path = format!("/institutions/tcis/patients/{}", seen["clinic"]["patientId"]);
    assert_eq!(ids_in(&app.staff_call(&doctor, Method::GET, &path).send().await.expect(200)), ids);
    let nobody = app.staff_call(&doctor, Method::GET, "/institutions/tcis/patients/999999").send().await.expect(200);
    assert_eq!(nobody, json!({"clinics": [], "next": null}));
}
