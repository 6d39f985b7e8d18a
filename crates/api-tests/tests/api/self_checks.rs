//! Self-checks: upload, submission, result, a new photo and a new crop.

use axum::http::Method;
use chrono::TimeDelta;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::photos::redact;
use crate::test_app::{JPEG, TestApp};

#[tokio::test]
async fn self_check_returns_its_result() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let response = app.submit_photo(&patient, &key).header("x-request-id", "hand-in-1").send().await;
    let pending = response.expect(201);
    assert_json_snapshot!(redact(&pending), @r#"
    {
      "tci": {
        "analysisExpert": null,
        "analysisExpertId": null,
        "clinicName": null,
        "comment": "",
        "correction": null,
        "failure": null,
        "id": "[id]",
        "person": {
          "id": "[id]",
          "name": "김하늘",
          "relation": "self"
        },
        "phase": null,
        "shootingAt": "[time]",
        "shootingExpert": null,
        "shootingExpertId": null,
        "status": 0,
        "tciNumber": "[number]",
        "tciPicture": {
          "aiResult": null,
          "coordinates": null,
          "expertOutline": null,
          "height": null,
          "pictureUrl": "[signed]",
          "score": null,
          "width": null
        },
        "updatedAt": "[time]",
        "version": 1
      }
    }
    "#);
    let job = app.newest_job().await;
    assert_eq!(
        (job.queue.as_str(), job.kind.as_str(), job.request_id.as_deref()),
        ("inference", "read_picture", Some("hand-in-1"))
    );

    app.read_newest(Ok(())).await;
    let id = pending["tci"]["id"].as_i64().expect("an id");
    let read = app.get(&format!("/patients/tcis/self-check/{id}")).token(&patient.token).send().await.expect(200);
    assert_json_snapshot!("a_read_self_check", redact(&read));
    let listed = app.get("/patients/tcis/self-check").token(&patient.token).send().await.expect(200);
    assert_eq!(listed, json!({"tcis": [read["tci"]], "next": null}));
}

#[tokio::test]
async fn failed_self_check_explains_itself() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Err("no_tongue")).await;
    let path = format!("/patients/tcis/self-check/{id}");
    let korean = app.get(&path).token(&patient.token).send().await.expect(200);
    assert_eq!(korean["tci"]["failure"]["code"], "no_tongue");
    assert_eq!(
        korean["tci"]["failure"]["message"],
        "사진에서 혀를 찾지 못했어요. 혀를 내밀고 가까이에서 다시 촬영해 주세요."
    );
    assert_eq!(korean["tci"]["status"], 0);
    let english = app.get(&path).token(&patient.token).header("accept-language", "en").send().await.expect(200);
    assert_eq!(
        english["tci"]["failure"]["message"],
        "No tongue was found. Put out your tongue and take it again from close up."
    );
    // and there is a notification
    let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(response["notifications"][0]["kind"], "result_failed");
    assert_eq!(response["notifications"][0]["link"], format!("/self-check/{id}"));
}

#[tokio::test]
async fn self_check_requires_health_consent() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(409), "consent_required");
    let give =
        app.call(Method::PUT, "/patients/consents").token(&patient.token).header("x-forwarded-for", "198.51.100.7");
    let consents = give.json(&json!({"kind": "health", "given": true})).send().await.expect(200);
    assert_json_snapshot!(consents, @r#"
    {
      "consents": [
        {
          "givenAt": "2025-10-09T08:53:20Z",
          "kind": "health",
          "recipient": null,
          "version": "2025-01-01",
          "withdrawnAt": null
        }
      ]
    }
    "#);
    assert_eq!(app.count("consents where kind = 'health' and client_address = '198.51.100.7'").await, 1);
    app.submit_photo(&patient, &key).send().await.expect(201);
    let withdrawn = app.consent(&patient, json!({"kind": "health", "given": false})).await.expect(200);
    let health =
        |body: &Value| body["consents"].as_array().expect("a list").iter().find(|one| one["kind"] == "health").cloned();
    assert!(health(&withdrawn).is_some_and(|consent| consent["withdrawnAt"].is_string()));
    let key = app.stored_upload(&patient, JPEG).await;
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(409), "consent_required");
    for (body, wrong) in [
        (json!({"kind": "marketing", "given": true}), "kind.format"),
        (json!({"kind": "terms", "given": false}), "given.format"),
        (json!({"kind": "health"}), "given.required"),
    ] {
        assert_eq!(app.consent(&patient, body).await.invalid_fields(), [wrong]);
    }
}

#[tokio::test]
async fn invalid_photo_leaves_no_rows() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let two_mib_and_one = [JPEG, &vec![0; 2_097_153 - JPEG.len()]].concat();
    for (bytes, code) in [
        (&b"<html>"[..], "not_an_image"),
        (b"%PDF-1.7 not a photo", "not_an_image"),
        (b"GIF89a", "not_an_image"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic_not_supported"),
        (b"", "upload_size"),
        (&two_mib_and_one, "upload_size"),
    ] {
        let key = app.stored_upload(&patient, bytes).await;
        assert_eq!(app.submit_photo(&patient, &key).send().await.problem(422), code);
    }
    let issued = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    let never_stored = issued["key"].as_str().expect("a key");
    assert_eq!(app.submit_photo(&patient, never_stored).send().await.problem(422), "upload_missing");
    assert_eq!(
        app.submit_photo(&patient, "self-check/local/never-issued.jpg").send().await.problem(422),
        "unknown_upload"
    );
    assert_eq!(app.submit_photo(&patient, "../../etc/passwd").send().await.problem(422), "unknown_upload");
    assert_eq!(app.submit_photo(&patient, &"k".repeat(5_000)).send().await.problem(422), "unknown_upload");
    assert_eq!(app.submit_photo(&patient, "").send().await.invalid_fields(), ["url.required"]);
    let key = app.stored_upload(&patient, JPEG).await;
    app.clock.advance(TimeDelta::minutes(31));
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(422), "upload_expired");
    assert_eq!(app.count("tcis").await + app.count("pictures").await + app.count("jobs").await, 0);
}

#[tokio::test]
async fn upload_key_is_used_once() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    app.submit_photo(&patient, &key).send().await.expect(201);
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(409), "upload_used");

    let key = app.stored_upload(&patient, JPEG).await;
    let (one, two) = tokio::join!(app.submit_photo(&patient, &key).send(), app.submit_photo(&patient, &key).send());
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(app.count("tcis").await, 2);
    assert_eq!(app.count("jobs").await, 2);
}

#[tokio::test]
async fn wait_ends_with_result_or_timeout() {
    let app = TestApp::new().await;
    app.listen_for_results().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let waiting = app.submit_photo(&patient, &key).header("prefer", "wait=10").send();
    let reading = async {
        app.wait_for_jobs(1).await;
        app.read_newest(Ok(())).await;
    };
    let (response, ()) = tokio::join!(waiting, reading);
    assert_eq!(response.header("preference-applied"), Some("wait=10"));
    assert_eq!(response.expect(201)["tci"]["status"], 1);

    let key = app.stored_upload(&patient, JPEG).await;
    let response = app.submit_photo(&patient, &key).header("prefer", "wait=1").send().await;
    assert_eq!(response.expect(201)["tci"]["status"], 0);
}

#[tokio::test]
async fn new_photo_or_crop_is_analyzed_again() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let put = |body: Value| {
        let call = app.call(Method::PUT, &format!("/patients/tcis/self-check/{id}/picture"));
        let call = call.token(&patient.token).json(&body);
        async move { call.send().await }
    };
    let square = json!({"left": 10, "top": 20, "width": 300, "height": 300});
    let cropped = put(json!({"coordinates": square})).await.expect(200);
    assert_eq!(cropped["tci"]["status"], 0);
    assert_eq!(cropped["tci"]["tciPicture"]["coordinates"], square);
    assert!(cropped["tci"]["tciPicture"]["aiResult"].is_null());
    app.read_newest(Ok(())).await;
    // a repeated call changes nothing
    assert_eq!(put(json!({"coordinates": square})).await.expect(200)["tci"]["status"], 1);
    let reset = put(json!({"coordinates": null})).await.expect(200);
    assert!(reset["tci"]["tciPicture"]["coordinates"].is_null());
    assert_eq!(reset["tci"]["status"], 0);
    app.read_newest(Ok(())).await;
    let key = app.stored_upload(&patient, JPEG).await;
    let replaced = put(json!({"url": key})).await.expect(200);
    let copy = app.find_object_key(id).await;
    assert!(replaced["tci"]["tciPicture"]["pictureUrl"].as_str().is_some_and(|url| url.contains(&copy)));
    // a retry after a lost response
    put(json!({"url": key})).await.expect(200);
    assert_eq!(app.count("pictures").await, 4);
    for wrong in
        [json!({"left": 0, "top": 0, "width": 10, "height": 11}), json!({"left": 0, "top": 0, "width": 0, "height": 0})]
    {
        let fields = put(json!({"coordinates": wrong})).await.invalid_fields();
        assert!(fields[0].starts_with("coordinates."), "{fields:?}");
    }
    assert_eq!(
        put(json!({"coordinates": {"left": -1, "top": 0, "width": 9, "height": 9}})).await.invalid_fields(),
        ["coordinates.range"]
    );
    assert_eq!(put(json!({})).await.invalid_fields(), ["url.required"]);
    let used = app.stored_upload(&patient, JPEG).await;
    let other = app.submit_photo(&patient, &used).send().await.expect(201);
    assert_eq!(put(json!({"url": used})).await.problem(409), "upload_used");
    let copy = app.find_object_key(other["tci"]["id"].as_i64().expect("an id")).await;
    assert_eq!(put(json!({"url": copy})).await.problem(422), "unknown_upload", "no form is for a copy");
    assert_eq!(put(json!({"url": "self-check/local/other.jpg"})).await.problem(422), "unknown_upload");
}

#[tokio::test]
async fn crop_outside_the_picture_is_rejected() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let call = app.call(Method::PUT, &format!("/patients/tcis/self-check/{id}/picture")).token(&patient.token);
    let outside = json!({"coordinates": {"left": 600, "top": 0, "width": 700, "height": 700}});
    assert_eq!(call.json(&outside).send().await.invalid_fields(), ["coordinates.range"]);
}

#[tokio::test]
async fn self_check_history_is_paged() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(app.self_check(&patient, Ok(())).await);
    }
    ids.reverse();
    let page = |query: String| {
        let call = app.get(&format!("/patients/tcis/self-check{query}")).token(&patient.token);
        async move { call.send().await.expect(200) }
    };
    let ids_in = |page: &Value| {
        page["tcis"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|tci| tci["id"].as_i64().expect("an id"))
            .collect::<Vec<_>>()
    };
    let first = page("?limit=2".into()).await;
    assert_eq!((ids_in(&first), first["next"].as_i64()), (ids[..2].to_vec(), Some(ids[1])));
    let second = page(format!("?limit=2&before={}", ids[1])).await;
    assert_eq!((ids_in(&second), second["next"].as_i64()), (ids[2..].to_vec(), None));
    let bad = app.get("/patients/tcis/self-check?before=x").token(&patient.token).send().await;
    assert_eq!(bad.problem(400), "malformed");
}

#[tokio::test]
async fn deleted_self_check_leaves_nothing() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let (gone, kept) = (app.self_check(&patient, Ok(())).await, app.self_check(&patient, Ok(())).await);
    let key = app.find_object_key(gone).await;
    let path = format!("/patients/tcis/self-check/{gone}");
    app.call(Method::DELETE, &path).token(&patient.token).send().await.expect(204);
    assert_eq!(app.get(&path).token(&patient.token).send().await.problem(404), "not_found");
    let again = app.call(Method::DELETE, &path).token(&patient.token).send().await;
    assert_eq!(again.problem(404), "not_found");
    let list = app.get("/patients/tcis/self-check").token(&patient.token).send().await.expect(200);
    assert_eq!(
        list["tcis"].as_array().map(|tcis| tcis.iter().map(|tci| tci["id"].as_i64()).collect()),
        Some(vec![Some(kept)])
    );
    let listed = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(listed["notifications"].as_array().map(Vec::len), Some(1));
    assert!(app.state.store.head(&key).await.is_err(), "the photo is gone");
    assert_eq!(app.count(&format!("pictures where tci_id = {gone}")).await, 0);
    assert_eq!(app.count("access_log where action = 'self_check_deleted' and institution_id is null").await, 1);
}

/// Reading a photo has no effect if the self-check is deleted in the meantime.
#[tokio::test]
async fn unread_self_check_can_be_deleted() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let pending = app.submit_photo(&patient, &key).send().await.expect(201);
    let path = format!("/patients/tcis/self-check/{}", pending["tci"]["id"]);
    app.call(Method::DELETE, &path).token(&patient.token).send().await.expect(204);
    assert_eq!(app.get(&path).token(&patient.token).send().await.problem(404), "not_found");
    assert_eq!(app.count("pictures").await, 0);
}

#[tokio::test]
async fn notification_read_time_is_set_once() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    app.self_check(&patient, Ok(())).await;
    let list = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    let english = app.get("/patients/notifications").token(&patient.token).header("accept-language", "en");
    assert_eq!(english.send().await.expect(200)["notifications"][0]["title"], "Your result is ready");
    let response = &list["notifications"][0];
    assert_eq!(
        (&response["kind"], &response["title"], &response["readAt"]),
        (&json!("result_ready"), &json!("분석 결과가 나왔어요"), &Value::Null)
    );
    let path = format!("/patients/notifications/{}/read", response["id"]);
    let read = || app.call(Method::POST, &path).token(&patient.token).send();
    let first = read().await.expect(200);
    assert!(first["notifications"][0]["readAt"].is_string());
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(read().await.expect(200), first);
}

#[tokio::test]
async fn wait_polls_without_a_listener() {
    // this app does not listen for results, so the notification is lost
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let waiting = app.submit_photo(&patient, &key).header("prefer", "wait=15").send();
    let reading = async {
        app.wait_for_jobs(1).await;
        app.read_newest(Ok(())).await;
    };
    let (response, ()) = tokio::join!(waiting, reading);
    assert_eq!(response.expect(201)["tci"]["status"], 1);
}
