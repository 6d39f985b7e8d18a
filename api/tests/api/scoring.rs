//! Experts' forms: what is taken, what is refused, and two who save at the same time.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::clinics::{Member, nine};
use crate::world::World;

async fn received(world: &World) -> (Member, i64, Value) {
    let doctor = world.staff(StaffRole::AnalysisExpert).await;
    let patient = world.patient().await;
    let id = world.applied(&patient).await;
    world.move_to(&doctor, id, 1).await.expect(200);
    let before = world.read_picture(&doctor, id, "before").await;
    (doctor, id, before)
}

/// Corners on a circle about (400, 400), clockwise.
fn line(corners: u8) -> Value {
    let at = |k: u8| f64::from(k) * std::f64::consts::TAU / f64::from(corners);
    let tenth = |v: f64| (v * 10.).round() / 10.;
    (0..corners).map(|k| json!([tenth(400. + 300. * at(k).cos()), tenth(400. + 300. * at(k).sin())])).collect()
}

/// The same with another place from the left for one corner.
fn with(line: &Value, corner: usize, left: impl Into<Value>) -> Value {
    let mut line = line.clone();
    line[corner][0] = left.into();
    line
}

#[tokio::test]
async fn wrong_forms_change_nothing() {
    let world = World::new().await;
    let (doctor, id, tci) = received(&world).await;
    let stranger = world.other_staff().await;
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
        (json!({"expertOutline": with(&line(8), 0, 1024.2)}), "expertOutline.range"),
        (json!({"expertOutline": with(&line(8), 0, -0.2)}), "expertOutline.range"),
        (json!({"expertOutline": with(&line(8), 0, 1e300)}), "expertOutline.format"),
        (json!({"expertOutline": with(&line(8), 0, 50)}), "expertOutline.mismatch"),
        (json!({"coordinates": {"left": 0, "top": 0, "width": 0, "height": 0}}), "coordinates.range"),
        (json!({"coordinates": {"left": 0, "top": 0, "width": 9, "height": 10}}), "coordinates.mismatch"),
        (json!({"coordinates": {"left": -1, "top": 0, "width": 9, "height": 9}}), "coordinates.range"),
        (json!({"coordinates": {"left": 600, "top": 0, "width": 700, "height": 700}}), "coordinates.range"),
        (json!({"comment": "혀".repeat(10_001)}), "comment.too_long"),
        (json!({"comment": "a\u{0}b"}), "comment.format"),
        (json!({"shootingExpertId": stranger.id}), "shootingExpertId.unknown"),
        (json!({"analysisExpertId": 999_999}), "analysisExpertId.unknown"),
    ] {
        assert_eq!(world.save(&doctor, id, &tci, attributes.clone()).await.wrong_fields(), [wrong], "{attributes}");
    }
    let path = format!("/institutions/tcis/{id}/tci/{}", tci["id"]);
    let put = async |body: Value| world.by(&doctor, Method::PUT, &path).json(&body).send().await;
    assert_eq!(put(json!({})).await.wrong_fields(), ["version.required", "attributes.required"]);
    assert_eq!(put(json!({"version": "1", "attributes": {}})).await.problem(400), "malformed");
    assert_eq!(world.seen(&doctor, id).await["clinic"]["beforeTci"], tci);
    // what is long and odd but allowed
    let comment = format!("<script>alert(1)</script>{}", "혀".repeat(9_000));
    let saved = world.save(&doctor, id, &tci, json!({"comment": comment, "shootingExpertId": null})).await.expect(200);
    let saved = &saved["clinic"]["beforeTci"];
    assert_eq!((&saved["comment"], &saved["shootingExpertId"]), (&json!(comment), &Value::Null));
}

#[tokio::test]
async fn of_two_who_save_the_second_gets_what_the_first_saved() {
    let world = World::new().await;
    let (doctor, id, tci) = received(&world).await;
    let nurse = world.staff(StaffRole::ShootingExpert).await;
    let first = world.save(&doctor, id, &tci, json!({"expertScores": nine(1), "comment": "먼저"})).await.expect(200);
    let second = world.save(&nurse, id, &tci, json!({"expertScores": nine(2)})).await;
    assert_eq!(second.problem(409), "version_conflict");
    assert_eq!(second.expect(409)["current"], first["clinic"]["beforeTci"]);
    // at the same moment
    let tci = &first["clinic"]["beforeTci"];
    let (one, two) = tokio::join!(
        world.save(&doctor, id, tci, json!({"comment": "하나"})),
        world.save(&nurse, id, tci, json!({"comment": "둘"}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    // and two releases
    let tci = world.seen(&doctor, id).await["clinic"]["beforeTci"].clone();
    let (one, two) = tokio::join!(
        world.save(&doctor, id, &tci, json!({"release": true})),
        world.save(&nurse, id, &tci, json!({"release": true}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(world.count("notifications where kind = 'tci_released'").await, 1);
}

#[tokio::test]
async fn scores_that_were_begun_with_the_ais_are_marked_until_there_is_another_picture() {
    let world = World::new().await;
    let (doctor, id, tci) = received(&world).await;
    let marked = async || world.count("pictures where current and scored_from_ai").await;
    let save = async |tci: &Value, attributes| {
        let saved = world.save(&doctor, id, tci, attributes).await.expect(200);
        saved["clinic"]["beforeTci"].clone()
    };
    let own = save(&tci, json!({"expertScores": nine(1)})).await;
    assert_eq!(marked().await, 0);
    let begun = save(&own, json!({"expertScores": nine(2), "scoresFromAi": true})).await;
    assert_eq!(marked().await, 1);
    save(&begun, json!({"expertScores": nine(0)})).await;
    assert_eq!(marked().await, 1, "changed afterwards, it was still begun so");
    world.add_picture(&doctor, id, "before").await.expect(201);
    assert_eq!(marked().await, 0, "scores belong to their picture");
}

#[tokio::test]
async fn a_picture_replaced_while_another_scores_is_a_conflict() {
    let world = World::new().await;
    let (doctor, id, tci) = received(&world).await;
    world.save(&doctor, id, &tci, json!({"expertScores": nine(1)})).await.expect(200);
    let tci = world.seen(&doctor, id).await["clinic"]["beforeTci"].clone();
    let nurse = world.staff(StaffRole::ShootingExpert).await;
    let replaced = world.add_picture(&nurse, id, "before").await.expect(201)["clinic"]["beforeTci"].clone();
    assert_eq!((&replaced["id"], &replaced["status"]), (&tci["id"], &json!(0)));
    assert_eq!(replaced["tciPicture"]["score"], Value::Null, "scores belong to their picture");
    let late = world.save(&doctor, id, &tci, json!({"expertScores": nine(2), "release": true})).await;
    assert_eq!(late.problem(409), "version_conflict");
    // scored before the AI has read it: kept, and not released yet
    let saved = world.save(&doctor, id, &replaced, json!({"expertScores": nine(2)})).await.expect(200);
    let saved = saved["clinic"]["beforeTci"].clone();
    assert_eq!(world.save(&doctor, id, &saved, json!({"release": true})).await.problem(409), "illegal_transition");
    // the AI's reading is nobody's change: the form is still good
    world.read_clinics_newest().await;
    let released = world.save(&doctor, id, &saved, json!({"release": true})).await.expect(200);
    assert_eq!(released["clinic"]["beforeTci"]["status"], 2);
    // a released one goes back to the begin with another picture
    let again = world.add_picture(&nurse, id, "before").await.expect(201);
    assert_eq!(again["clinic"]["beforeTci"]["status"], 0);
    assert_eq!(world.count("jobs where kind = 'read_picture' and priority = 10").await, 3);
}

#[tokio::test]
async fn a_crop_is_for_people_unless_the_ai_failed() {
    let world = World::new().await;
    let (doctor, id, tci) = received(&world).await;
    let square = json!({"left": 10, "top": 20, "width": 300, "height": 300});
    let cropped = world.save(&doctor, id, &tci, json!({"coordinates": square})).await.expect(200);
    let cropped = cropped["clinic"]["beforeTci"].clone();
    assert_eq!((&cropped["status"], &cropped["tciPicture"]["coordinates"]), (&json!(1), &square));
    assert_eq!(cropped["tciPicture"]["aiResult"], tci["tciPicture"]["aiResult"]);
    let reset = world.save(&doctor, id, &cropped, json!({"coordinates": null})).await.expect(200);
    assert_eq!(reset["clinic"]["beforeTci"]["tciPicture"]["coordinates"], Value::Null);
    assert_eq!(world.count("jobs").await, 1);

    world.add_picture(&doctor, id, "after").await.expect(201);
    world.fail_clinics_newest("no_tongue").await;
    let failed = world.seen(&doctor, id).await["clinic"]["afterTci"].clone();
    assert_eq!((&failed["status"], &failed["failure"]["code"]), (&json!(0), &json!("no_tongue")));
    let again =
        world.save(&doctor, id, &failed, json!({"coordinates": square, "expertScores": nine(1)})).await.expect(200);
    let again = again["clinic"]["afterTci"].clone();
    assert_eq!((&again["failure"], &again["tciPicture"]["score"]["scores"]), (&Value::Null, &nine(1)));
    assert_eq!(world.count("jobs").await, 3);
    world.read_clinics_newest().await;
    world.save(&doctor, id, &again, json!({"release": true})).await.expect(200);
}

#[tokio::test]
async fn pictures_are_staffs_own_uploads() {
    let world = World::new().await;
    let (doctor, id, _) = received(&world).await;
    let (patient, stranger) = (world.consenting_patient().await, world.other_staff().await);
    let path = format!("/institutions/tcis/{id}/pictures");
    let add = async |body: Value| world.by(&doctor, Method::POST, &path).json(&body).send().await;
    let patients = world.stored(&patient, crate::world::JPEG).await;
    let strangers = world.clinic_upload(&stranger).await;
    for key in [patients, strangers, "clinic/local/never.jpg".to_owned(), "../../etc/passwd".to_owned()] {
        assert_eq!(add(json!({"url": key, "phase": "after"})).await.problem(422), "unknown_upload", "{key}");
    }
    let key = world.clinic_upload(&doctor).await;
    assert!(key.starts_with("clinic/"), "{key}");
    assert_eq!(add(json!({"url": key, "phase": "during"})).await.wrong_fields(), ["phase.format"]);
    assert_eq!(add(json!({"url": "", "phase": "after"})).await.wrong_fields(), ["url.required"]);
    add(json!({"url": key, "phase": "after"})).await.expect(201);
    assert_eq!(add(json!({"url": key, "phase": "after"})).await.problem(409), "upload_used");
    assert_eq!(
        world.hand_in(&patient, &world.clinic_upload(&doctor).await).send().await.problem(422),
        "unknown_upload"
    );
    let empty = world.by(&doctor, Method::POST, "/institutions/tcis/generate").json(&json!({}));
    assert_eq!(empty.send().await.wrong_fields(), ["filename.required"]);
}

#[tokio::test]
async fn who_comes_by_is_received_at_once() {
    let world = World::new().await;
    let doctor = world.staff(StaffRole::ClinicAdmin).await;
    let post = async || {
        let call = world.by(&doctor, Method::POST, "/institutions/tcis").header("idempotency-key", "walk-in-1");
        call.json(&World::person()).send().await
    };
    let made = post().await.expect(201);
    assert_eq!(post().await.expect(201), made);
    let clinic = &made["clinic"];
    assert_eq!(
        (&clinic["kind"], &clinic["status"], &clinic["patientId"], &clinic["unread"]),
        (&json!("walk_in"), &json!(1), &Value::Null, &json!(false))
    );
    let id = clinic["id"].as_i64().expect("an id");
    for phase in ["before", "after"] {
        let tci = world.read_picture(&doctor, id, phase).await;
        world.save(&doctor, id, &tci, json!({"expertScores": nine(1), "release": true})).await.expect(200);
    }
    assert_eq!(world.seen(&doctor, id).await["clinic"]["status"], 2);
    assert_eq!(world.count("notifications").await, 0);
}

#[tokio::test]
async fn a_corrected_outline_reaches_the_patient_with_the_release() {
    let world = World::new().await;
    let doctor = world.staff(StaffRole::AnalysisExpert).await;
    let patient = world.patient().await;
    let id = world.applied(&patient).await;
    world.move_to(&doctor, id, 1).await.expect(200);
    let read = world.read_picture(&doctor, id, "before").await;
    assert_eq!(read["tciPicture"]["expertOutline"], Value::Null);
    let outlined = |by: i64| format!("pictures where outlined_by = {by}");
    let save = async |staff: &Member, tci: &Value, attributes: Value| {
        world.save(staff, id, tci, attributes).await.expect(200)["clinic"]["beforeTci"].clone()
    };

    let saved = save(&doctor, &read, json!({"expertOutline": line(12), "expertScores": nine(1)})).await;
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
    // drawn the other way round it is the same line
    let mut back = line(12);
    back.as_array_mut().expect("a list").reverse();
    let turned = save(&doctor, &saved, json!({"expertOutline": back})).await;
    assert!(close(&turned["tciPicture"]["expertOutline"], &line(12)), "{turned}");
    // who saves something else corrected nothing
    let nurse = world.staff(StaffRole::ShootingExpert).await;
    let unchanged =
        save(&nurse, &turned, json!({"expertOutline": turned["tciPicture"]["expertOutline"], "comment": "둘"})).await;
    assert_eq!((world.count(&outlined(doctor.id)).await, world.count(&outlined(nurse.id)).await), (1, 0));

    let path = format!("/patients/tcis/{id}/tci/{}", read["id"]);
    let seen = async || world.get(&path).token(&patient.token).send().await.expect(200)["tci"]["tciPicture"].clone();
    assert_eq!(seen().await["expertOutline"], Value::Null, "not released");
    let reset = save(&doctor, &unchanged, json!({"expertOutline": null})).await;
    assert_eq!(reset["tciPicture"]["expertOutline"], Value::Null);
    let again = save(&doctor, &reset, json!({"expertOutline": line(12)})).await;
    save(&doctor, &again, json!({"release": true})).await;
    assert!(close(&seen().await["expertOutline"], &line(12)), "released");
    assert_eq!(seen().await["aiResult"], read["tciPicture"]["aiResult"]);
    assert_eq!(world.count("access_log where action = 'analysis_saved'").await, 5);

    // an outline belongs to its photo
    let tci = world.seen(&doctor, id).await["clinic"]["beforeTci"].clone();
    assert_eq!(world.save(&doctor, id, &tci, json!({"expertOutline": null})).await.problem(409), "illegal_transition");
    let replaced = world.add_picture(&doctor, id, "before").await.expect(201);
    let replaced = &replaced["clinic"]["beforeTci"];
    assert_eq!(replaced["tciPicture"]["expertOutline"], Value::Null);
    let unread = world.save(&doctor, id, replaced, json!({"expertOutline": line(12)})).await;
    assert_eq!(unread.wrong_fields(), ["expertOutline.range"], "where nobody knows how large the photo is");
}
