//! Scoring: valid and invalid forms, and concurrent saves.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::clinics::{Member, uniform_scores};
use crate::test_app::TestApp;

async fn receive_application(app: &TestApp) -> (Member, i64, Value) {
    let doctor = app.staff(StaffRole::AnalysisExpert).await;
    let patient = app.patient().await;
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    let before = app.read_picture(&doctor, id, "before").await;
    (doctor, id, before)
}

/// Returns corners on a circle around (400, 400), clockwise.
fn line(corners: u8) -> Value {
    let at = |k: u8| f64::from(k) * std::f64::consts::TAU / f64::from(corners);
    let tenth = |v: f64| (v * 10.).round() / 10.;
    (0..corners).map(|k| json!([tenth(400. + 300. * at(k).cos()), tenth(400. + 300. * at(k).sin())])).collect()
}

/// Returns the outline with one corner moved.
fn with_corner(line: &Value, corner: usize, left: impl Into<Value>) -> Value {
    let mut line = line.clone();
    line[corner][0] = left.into();
    line
}

#[tokio::test]
async fn invalid_scoring_form_changes_nothing() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    let stranger = app.other_staff().await;
    for (attributes, wrong) in [
        (json!({"expertScores": [0, 1, 2, 0, 1, 2, 0, 1, 3]}), "expertScores.range"),
        (json!({"expertScores": [0, 1, 2, 0, 1, 2, 0, 1, -1]}), "expertScores.range"),
        (json!({"expertScores": [0, 1, 2, 0, 1, 2, 0, 1]}), "expertScores.format"),
        (json!({"expertScores": vec![0; 10]}), "expertScores.format"),
        (json!({"expertScores": ["0", "1", "2", "0", "1", "2", "0", "1", "2"]}), "expertScores.format"),
        (json!({"expertScores": [0.5, 1, 2, 0, 1, 2, 0, 1, 2]}), "expertScores.format"),
        (json!({"expertScores": "000000000"}), "expertScores.format"),
        (json!({"expertOutline": line(7)}), "expertOutline.format"),
        (json!({"expertOutline": line(129)}), "expertOutline.format"),
        (json!({"expertOutline": [[1, 2, 3], [1, 2, 3]]}), "expertOutline.format"),
        (json!({"expertOutline": {"0": [1, 2]}}), "expertOutline.format"),
        (json!({"expertOutline": vec![json!(["1", "2"]); 8]}), "expertOutline.format"),
        (json!({"expertOutline": with_corner(&line(8), 0, 1024.2)}), "expertOutline.range"),
        (json!({"expertOutline": with_corner(&line(8), 0, -0.2)}), "expertOutline.range"),
        (json!({"expertOutline": with_corner(&line(8), 0, 1e300)}), "expertOutline.format"),
        (json!({"expertOutline": with_corner(&line(8), 0, 50)}), "expertOutline.mismatch"),
        (json!({"coordinates": {"left": 0, "top": 0, "width": 0, "height": 0}}), "coordinates.range"),
        (json!({"coordinates": {"left": 0, "top": 0, "width": 9, "height": 10}}), "coordinates.mismatch"),
        (json!({"coordinates": {"left": -1, "top": 0, "width": 9, "height": 9}}), "coordinates.range"),
        (json!({"coordinates": {"left": 600, "top": 0, "width": 700, "height": 700}}), "coordinates.range"),
        (json!({"comment": "혀".repeat(10_001)}), "comment.too_long"),
        (json!({"comment": "a\u{0}b"}), "comment.format"),
        (json!({"shootingExpertId": stranger.id}), "shootingExpertId.unknown"),
        (json!({"analysisExpertId": 999_999}), "analysisExpertId.unknown"),
    ] {
        assert_eq!(app.save(&doctor, id, &tci, attributes.clone()).await.invalid_fields(), [wrong], "{attributes}");
    }
    let path = format!("/institutions/tcis/{id}/tci/{}", tci["id"]);
    let put = async |body: Value| app.staff_call(&doctor, Method::PUT, &path).json(&body).send().await;
    assert_eq!(put(json!({})).await.invalid_fields(), ["version.required", "attributes.required"]);
    assert_eq!(put(json!({"version": "1", "attributes": {}})).await.problem(400), "malformed");
    assert_eq!(app.get_application(&doctor, id).await["clinic"]["beforeTci"], tci);
    // long and unusual but valid
    let comment = format!("<script>alert(1)</script>{}", "혀".repeat(9_000));
    let saved = app.save(&doctor, id, &tci, json!({"comment": comment, "shootingExpertId": null})).await.expect(200);
    let saved = &saved["clinic"]["beforeTci"];
    assert_eq!((&saved["comment"], &saved["shootingExpertId"]), (&json!(comment), &Value::Null));
}

#[tokio::test]
async fn version_conflict_returns_current_analysis() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    let nurse = app.staff(StaffRole::AnalysisExpert).await;
    let first =
        app.save(&doctor, id, &tci, json!({"expertScores": uniform_scores(1), "comment": "먼저"})).await.expect(200);
    let second = app.save(&nurse, id, &tci, json!({"expertScores": uniform_scores(2)})).await;
    assert_eq!(second.problem(409), "version_conflict");
    let conflict = second.expect(409);
    assert_eq!(conflict["current"], first["clinic"]["beforeTci"]);
    assert_eq!(conflict["savedBy"]["id"], doctor.id, "{conflict}");
    // concurrently
    let tci = &first["clinic"]["beforeTci"];
    let (one, two) = tokio::join!(
        app.save(&doctor, id, tci, json!({"comment": "하나"})),
        app.save(&nurse, id, tci, json!({"comment": "둘"}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    // and two releases
    let tci = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    let (one, two) = tokio::join!(
        app.save(&doctor, id, &tci, json!({"release": true})),
        app.save(&nurse, id, &tci, json!({"release": true}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(app.count("notifications where kind = 'tci_released'").await, 1);
}

#[tokio::test]
async fn scores_from_ai_mark_lasts_until_new_picture() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    let marked = async || app.count("pictures where current and scored_from_ai").await;
    let save = async |tci: &Value, attributes| {
        let saved = app.save(&doctor, id, tci, attributes).await.expect(200);
        saved["clinic"]["beforeTci"].clone()
    };
    let own = save(&tci, json!({"expertScores": uniform_scores(1)})).await;
    assert_eq!(marked().await, 0);
    let saved = save(&own, json!({"expertScores": uniform_scores(2), "scoresFromAi": true})).await;
    assert_eq!(marked().await, 1);
    save(&saved, json!({"expertScores": uniform_scores(0)})).await;
    assert_eq!(marked().await, 1, "changed afterwards, it still started so");
    app.add_picture(&doctor, id, "before").await.expect(201);
    assert_eq!(marked().await, 0, "scores belong to their picture");
}

#[tokio::test]
async fn replaced_picture_conflicts_with_scoring() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    app.save(&doctor, id, &tci, json!({"expertScores": uniform_scores(1)})).await.expect(200);
    let tci = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    let nurse = app.staff(StaffRole::AnalysisExpert).await;
    let replaced = app.add_picture(&nurse, id, "before").await.expect(201)["clinic"]["beforeTci"].clone();
    assert_eq!((&replaced["id"], &replaced["status"]), (&tci["id"], &json!(0)));
    assert_eq!(replaced["tciPicture"]["score"], Value::Null, "scores belong to their picture");
    let late = app.save(&doctor, id, &tci, json!({"expertScores": uniform_scores(2), "release": true})).await;
    assert_eq!(late.problem(409), "version_conflict");
    // scored before the AI has read it: saved but not releasable
    let saved = app.save(&doctor, id, &replaced, json!({"expertScores": uniform_scores(2)})).await.expect(200);
    let saved = saved["clinic"]["beforeTci"].clone();
    assert_eq!(app.save(&doctor, id, &saved, json!({"release": true})).await.problem(409), "illegal_transition");
    // the AI's result does not change the version
    app.read_newest_clinic_picture().await;
    let released = app.save(&doctor, id, &saved, json!({"release": true})).await.expect(200);
    assert_eq!(released["clinic"]["beforeTci"]["status"], 2);
    // a new picture resets a released analysis
    let again = app.add_picture(&nurse, id, "before").await.expect(201);
    assert_eq!(again["clinic"]["beforeTci"]["status"], 0);
    assert_eq!(app.count("jobs where kind = 'read_picture' and priority = 10").await, 3);
}

/// Replacing it would take the result away from the patient.
#[tokio::test]
async fn photographer_keeps_released_picture() {
    let app = TestApp::new().await;
    let (doctor, id, _) = receive_application(&app).await;
    let photographer = app.staff(StaffRole::ShootingExpert).await;
    app.add_picture(&photographer, id, "before").await.expect(201);
    app.read_newest_clinic_picture().await;
    let tci = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    app.save(&doctor, id, &tci, json!({"expertScores": uniform_scores(1), "release": true})).await.expect(200);
    assert_eq!(app.add_picture(&photographer, id, "before").await.problem(403), "forbidden");
    assert_eq!(app.get_application(&doctor, id).await["clinic"]["beforeTci"]["status"], 2);
    assert_eq!(app.count("access_log where action = 'access_denied'").await, 1);
    app.add_picture(&photographer, id, "after").await.expect(201);
}

#[tokio::test]
async fn crop_reruns_ai_only_after_failure() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    let square = json!({"left": 10, "top": 20, "width": 300, "height": 300});
    let cropped = app.save(&doctor, id, &tci, json!({"coordinates": square})).await.expect(200);
    let cropped = cropped["clinic"]["beforeTci"].clone();
    assert_eq!((&cropped["status"], &cropped["tciPicture"]["coordinates"]), (&json!(1), &square));
    assert_eq!(cropped["tciPicture"]["aiResult"], tci["tciPicture"]["aiResult"]);
    let reset = app.save(&doctor, id, &cropped, json!({"coordinates": null})).await.expect(200);
    assert_eq!(reset["clinic"]["beforeTci"]["tciPicture"]["coordinates"], Value::Null);
    assert_eq!(app.count("jobs").await, 1);

    app.add_picture(&doctor, id, "after").await.expect(201);
    app.fail_newest_clinic_picture("no_tongue").await;
    let failed = app.get_application(&doctor, id).await["clinic"]["afterTci"].clone();
    assert_eq!((&failed["status"], &failed["failure"]["code"]), (&json!(0), &json!("no_tongue")));
    let consent = async |set: &str| {
        let change =
            sqlx::query(sqlx::AssertSqlSafe(format!("update consents set withdrawn_at = {set} where kind = 'health'")));
        change.execute(&mut app.superuser().await).await.expect("changed");
    };
    consent("given_at").await;
    let crop = app.save(&doctor, id, &failed, json!({"coordinates": square})).await;
    assert_eq!(crop.problem(409), "health_consent_missing", "a withdrawn consent ends the reading");
    consent("null").await;
    let again = app
        .save(&doctor, id, &failed, json!({"coordinates": square, "expertScores": uniform_scores(1)}))
        .await
        .expect(200);
    let again = again["clinic"]["afterTci"].clone();
    assert_eq!((&again["failure"], &again["tciPicture"]["score"]["scores"]), (&Value::Null, &uniform_scores(1)));
    assert_eq!(app.count("jobs").await, 3);
    app.read_newest_clinic_picture().await;
    app.save(&doctor, id, &again, json!({"release": true})).await.expect(200);
}

#[tokio::test]
async fn release_needs_its_analyst() {
    let app = TestApp::new().await;
    let (doctor, id, tci) = receive_application(&app).await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let path = format!("/institutions/tcis/{id}/tci/{}", tci["id"]);
    let release = async |analyst: Value| {
        let attributes = json!({"expertScores": uniform_scores(1), "release": true, "analysisExpertId": analyst});
        let body = json!({"version": tci["version"], "attributes": attributes});
        app.staff_call(&doctor, Method::PUT, &path).json(&body).send().await
    };
    assert_eq!(release(Value::Null).await.invalid_fields(), ["analysisExpertId.required"]);
    assert_eq!(release(json!(nurse.id)).await.invalid_fields(), ["analysisExpertId.mismatch"]);
    release(json!(doctor.id)).await.expect(200);
}

#[tokio::test]
async fn picture_must_be_the_staffs_own_upload() {
    let app = TestApp::new().await;
    let (doctor, id, _) = receive_application(&app).await;
    let (patient, stranger) = (app.consenting_patient().await, app.other_staff().await);
    let path = format!("/institutions/tcis/{id}/pictures");
    let add = async |body: Value| app.staff_call(&doctor, Method::POST, &path).json(&body).send().await;
    let patients = app.stored_upload(&patient, crate::test_app::JPEG).await;
    let strangers = app.stored_clinic_upload(&stranger).await;
    for key in [patients, strangers, "clinic/local/never.jpg".to_owned(), "../../etc/passwd".to_owned()] {
        assert_eq!(add(json!({"url": key, "phase": "after"})).await.problem(422), "unknown_upload", "{key}");
    }
    let key = app.stored_clinic_upload(&doctor).await;
    assert!(key.starts_with("clinic/"), "{key}");
    assert_eq!(add(json!({"url": key, "phase": "during"})).await.invalid_fields(), ["phase.format"]);
    assert_eq!(add(json!({"url": "", "phase": "after"})).await.invalid_fields(), ["url.required"]);
    add(json!({"url": key, "phase": "after"})).await.expect(201);
    assert_eq!(add(json!({"url": key, "phase": "after"})).await.problem(409), "upload_used");
    assert_eq!(
        app.submit_photo(&patient, &app.stored_clinic_upload(&doctor).await).send().await.problem(422),
        "unknown_upload"
    );
    let empty = app.staff_call(&doctor, Method::POST, "/institutions/tcis/generate").json(&json!({}));
    assert_eq!(empty.send().await.invalid_fields(), ["filename.required"]);
}

#[tokio::test]
async fn walk_in_is_received_at_once() {
    let app = TestApp::new().await;
    let doctor = app.staff(StaffRole::ClinicAdmin).await;
    let post = async || {
        let call = app.staff_call(&doctor, Method::POST, "/institutions/tcis").header("idempotency-key", "walk-in-1");
        call.json(&TestApp::person()).send().await
    };
    let made = post().await.expect(201);
    assert_eq!(post().await.expect(201), made);
    let clinic = &made["clinic"];
    assert_eq!(
        (&clinic["kind"], &clinic["status"], &clinic["patientId"], &clinic["unread"]),
        (&json!("walk_in"), &json!(1), &Value::Null, &json!(false))
    );
    let id = clinic["id"].as_i64().expect("an id");
    app.record_health_consent(&doctor, id).await;
    for phase in ["before", "after"] {
        let tci = app.read_picture(&doctor, id, phase).await;
        app.save(&doctor, id, &tci, json!({"expertScores": uniform_scores(1), "release": true})).await.expect(200);
    }
    assert_eq!(app.get_application(&doctor, id).await["clinic"]["status"], 2);
    assert_eq!(app.count("notifications").await, 0);
}

#[tokio::test]
async fn corrected_outline_is_shown_after_release() {
    let app = TestApp::new().await;
    let doctor = app.staff(StaffRole::AnalysisExpert).await;
    let patient = app.patient().await;
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    let read = app.read_picture(&doctor, id, "before").await;
    assert_eq!(read["tciPicture"]["expertOutline"], Value::Null);
    let outlined = |by: i64| format!("pictures where outlined_by = {by}");
    let save = async |staff: &Member, tci: &Value, attributes: Value| {
        app.save(staff, id, tci, attributes).await.expect(200)["clinic"]["beforeTci"].clone()
    };

    let saved = save(&doctor, &read, json!({"expertOutline": line(12), "expertScores": uniform_scores(1)})).await;
    let numbers = |value: &Value| -> Vec<f64> {
        value
            .as_array()
            .expect("a list")
            .iter()
            .flat_map(|p| [&p[0], &p[1]])
            .map(|v| v.as_f64().expect("a number"))
            .collect()
    };
    let close = |one: &Value, other: &Value| {
        numbers(one).iter().zip(numbers(other)).all(|(a, b)| (a - b).abs() < 0.01)
            && numbers(one).len() == numbers(other).len()
    };
    assert!(close(&saved["tciPicture"]["expertOutline"], &line(12)), "{saved}");
    assert_eq!(saved["tciPicture"]["aiResult"], read["tciPicture"]["aiResult"], "the AI's stays as it read");
    // the reverse direction gives the same outline
    let mut back = line(12);
    back.as_array_mut().expect("a list").reverse();
    let turned = save(&doctor, &saved, json!({"expertOutline": back})).await;
    assert!(close(&turned["tciPicture"]["expertOutline"], &line(12)), "{turned}");
    // saving other fields does not change the author
    let nurse = app.staff(StaffRole::AnalysisExpert).await;
    let unchanged =
        save(&nurse, &turned, json!({"expertOutline": turned["tciPicture"]["expertOutline"], "comment": "둘"})).await;
    assert_eq!((app.count(&outlined(doctor.id)).await, app.count(&outlined(nurse.id)).await), (1, 0));

    let path = format!("/patients/tcis/{id}/tci/{}", read["id"]);
    let seen = async || app.get(&path).token(&patient.token).send().await.expect(200)["tci"]["tciPicture"].clone();
    assert_eq!(seen().await["expertOutline"], Value::Null, "not released");
    let reset = save(&doctor, &unchanged, json!({"expertOutline": null})).await;
    assert_eq!(reset["tciPicture"]["expertOutline"], Value::Null);
    let again = save(&doctor, &reset, json!({"expertOutline": line(12)})).await;
    save(&doctor, &again, json!({"release": true})).await;
    assert!(close(&seen().await["expertOutline"], &line(12)), "released");
    assert_eq!(seen().await["aiResult"], read["tciPicture"]["aiResult"]);
    assert_eq!(app.count("access_log where action = 'analysis_saved'").await, 5);

    // an outline belongs to its photo
    let tci = app.get_application(&doctor, id).await["clinic"]["beforeTci"].clone();
    assert_eq!(app.save(&doctor, id, &tci, json!({"expertOutline": null})).await.problem(409), "illegal_transition");
    let replaced = app.add_picture(&doctor, id, "before").await.expect(201);
    let replaced = &replaced["clinic"]["beforeTci"];
    assert_eq!(replaced["tciPicture"]["expertOutline"], Value::Null);
    let unread = app.save(&doctor, id, replaced, json!({"expertOutline": line(12)})).await;
    assert_eq!(unread.invalid_fields(), ["expertOutline.range"], "where nobody knows how large the photo is");
}
