//! A photo's way: permission, hand-in, result, another photo, another crop.

use axum::http::Method;
use chrono::TimeDelta;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::photos::redact;
use crate::world::{JPEG, World};

#[tokio::test]
async fn a_photo_is_handed_in_and_its_result_read() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    let answer = world.hand_in(&patient, &key).header("x-request-id", "hand-in-1").send().await;
    let pending = answer.expect(201);
    assert_json_snapshot!(redact(&pending), @r#"
    {
      "tci": {
        "analysisExpert": null,
        "analysisExpertId": null,
        "comment": "",
        "failure": null,
        "id": "[id]",
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
    let job = world.newest_job().await;
    assert_eq!(
        (job.queue.as_str(), job.kind.as_str(), job.request_id.as_deref()),
        ("inference", "read_picture", Some("hand-in-1"))
    );

    world.read_newest(Ok(())).await;
    let id = pending["tci"]["id"].as_i64().expect("an id");
    let read = world.get(&format!("/patients/tcis/self-check/{id}")).token(&patient.token).send().await.expect(200);
    assert_json_snapshot!("a_read_self_check", redact(&read));
    let listed = world.get("/patients/tcis/self-check").token(&patient.token).send().await.expect(200);
    assert_eq!(listed, json!({"tcis": [read["tci"]], "next": null}));
}

#[tokio::test]
async fn a_photo_that_cannot_be_read_says_why_in_both_languages() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let id = world.checked(&patient, Err("no_tongue")).await;
    let path = format!("/patients/tcis/self-check/{id}");
    let korean = world.get(&path).token(&patient.token).send().await.expect(200);
    assert_eq!(korean["tci"]["failure"]["code"], "no_tongue");
    assert_eq!(
        korean["tci"]["failure"]["message"],
        "사진에서 혀를 찾지 못했어요. 혀를 내밀고 가까이에서 다시 촬영해 주세요."
    );
    assert_eq!(korean["tci"]["status"], 0);
    let english = world.get(&path).token(&patient.token).header("accept-language", "en").send().await.expect(200);
    assert_eq!(
        english["tci"]["failure"]["message"],
        "No tongue was found. Put out your tongue and take it again from close up."
    );
    // and it is told in the app
    let told = world.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(told["notifications"][0]["kind"], "result_failed");
    assert_eq!(told["notifications"][0]["link"], format!("/self-check/{id}"));
}

#[tokio::test]
async fn health_consent_comes_first() {
    let world = World::new().await;
    let patient = world.patient().await;
    let key = world.stored(&patient, JPEG).await;
    assert_eq!(world.hand_in(&patient, &key).send().await.problem(409), "consent_required");
    let give =
        world.call(Method::PUT, "/patients/consents").token(&patient.token).header("x-forwarded-for", "198.51.100.7");
    let given = give.json(&json!({"kind": "health", "given": true})).send().await.expect(200);
    assert_json_snapshot!(given, @r#"
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
    assert_eq!(world.count("consents where kind = 'health' and client_address = '198.51.100.7'").await, 1);
    world.hand_in(&patient, &key).send().await.expect(201);
    let withdrawn = world.consent(&patient, json!({"kind": "health", "given": false})).await.expect(200);
    let health =
        |body: &Value| body["consents"].as_array().expect("a list").iter().find(|one| one["kind"] == "health").cloned();
    assert!(health(&withdrawn).is_some_and(|consent| consent["withdrawnAt"].is_string()));
    let key = world.stored(&patient, JPEG).await;
    assert_eq!(world.hand_in(&patient, &key).send().await.problem(409), "consent_required");
    for (body, wrong) in [
        (json!({"kind": "marketing", "given": true}), "kind.format"),
        (json!({"kind": "terms", "given": false}), "given.format"),
        (json!({"kind": "health"}), "given.required"),
    ] {
        assert_eq!(world.consent(&patient, body).await.wrong_fields(), [wrong]);
    }
}

#[tokio::test]
async fn what_is_no_photo_is_refused_and_nothing_is_left() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let two_mib_and_one = [JPEG, &vec![0; 2_097_153 - JPEG.len()]].concat();
    for (bytes, code) in [
        (&b"<html>"[..], "not_an_image"),
        (b"%PDF-1.7 not a photo", "not_an_image"),
        (b"GIF89a", "not_an_image"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic_not_supported"),
        (b"", "upload_size"),
        (&two_mib_and_one, "upload_size"),
    ] {
        let key = world.stored(&patient, bytes).await;
        assert_eq!(world.hand_in(&patient, &key).send().await.problem(422), code);
    }
    let issued = world.upload(&patient, "image/jpeg", 1000).await.expect(201);
    let never_stored = issued["key"].as_str().expect("a key");
    assert_eq!(world.hand_in(&patient, never_stored).send().await.problem(422), "upload_missing");
    assert_eq!(
        world.hand_in(&patient, "self-check/local/never-issued.jpg").send().await.problem(422),
        "unknown_upload"
    );
    assert_eq!(world.hand_in(&patient, "../../etc/passwd").send().await.problem(422), "unknown_upload");
    assert_eq!(world.hand_in(&patient, &"k".repeat(5_000)).send().await.problem(422), "unknown_upload");
    assert_eq!(world.hand_in(&patient, "").send().await.wrong_fields(), ["url.required"]);
    let key = world.stored(&patient, JPEG).await;
    world.clock.advance(TimeDelta::minutes(31));
    assert_eq!(world.hand_in(&patient, &key).send().await.problem(422), "upload_expired");
    assert_eq!(world.count("tcis").await + world.count("pictures").await + world.count("jobs").await, 0);
}

#[tokio::test]
async fn a_key_is_used_once() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    world.hand_in(&patient, &key).send().await.expect(201);
    assert_eq!(world.hand_in(&patient, &key).send().await.problem(409), "upload_used");

    let key = world.stored(&patient, JPEG).await;
    let (one, two) = tokio::join!(world.hand_in(&patient, &key).send(), world.hand_in(&patient, &key).send());
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(world.count("tcis").await, 2);
    assert_eq!(world.count("jobs").await, 2);
}

#[tokio::test]
async fn a_wait_ends_with_the_result_or_with_its_time() {
    let world = World::new().await;
    world.hear_of_results().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    let waiting = world.hand_in(&patient, &key).header("prefer", "wait=10").send();
    let reading = async {
        world.jobs_made(1).await;
        world.read_newest(Ok(())).await;
    };
    let (answer, ()) = tokio::join!(waiting, reading);
    assert_eq!(answer.header("preference-applied"), Some("wait=10"));
    assert_eq!(answer.expect(201)["tci"]["status"], 1);

    let key = world.stored(&patient, JPEG).await;
    let answer = world.hand_in(&patient, &key).header("prefer", "wait=1").send().await;
    assert_eq!(answer.expect(201)["tci"]["status"], 0);
}

#[tokio::test]
async fn another_photo_and_another_crop_are_read_anew() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let id = world.checked(&patient, Ok(())).await;
    let put = |body: Value| {
        let call = world.call(Method::PUT, &format!("/patients/tcis/self-check/{id}/picture"));
        let call = call.token(&patient.token).json(&body);
        async move { call.send().await }
    };
    let square = json!({"left": 10, "top": 20, "width": 300, "height": 300});
    let cropped = put(json!({"coordinates": square})).await.expect(200);
    assert_eq!(cropped["tci"]["status"], 0);
    assert_eq!(cropped["tci"]["tciPicture"]["coordinates"], square);
    assert!(cropped["tci"]["tciPicture"]["aiResult"].is_null());
    world.read_newest(Ok(())).await;
    // the same again changes nothing
    assert_eq!(put(json!({"coordinates": square})).await.expect(200)["tci"]["status"], 1);
    let reset = put(json!({"coordinates": null})).await.expect(200);
    assert!(reset["tci"]["tciPicture"]["coordinates"].is_null());
    assert_eq!(reset["tci"]["status"], 0);
    world.read_newest(Ok(())).await;
    let key = world.stored(&patient, JPEG).await;
    let replaced = put(json!({"url": key})).await.expect(200);
    assert!(replaced["tci"]["tciPicture"]["pictureUrl"].as_str().is_some_and(|url| url.contains(&key)));
    // a call repeated because its answer was lost
    put(json!({"url": key})).await.expect(200);
    assert_eq!(world.count("pictures").await, 4);
    for wrong in
        [json!({"left": 0, "top": 0, "width": 10, "height": 11}), json!({"left": 0, "top": 0, "width": 0, "height": 0})]
    {
        let fields = put(json!({"coordinates": wrong})).await.wrong_fields();
        assert!(fields[0].starts_with("coordinates."), "{fields:?}");
    }
    assert_eq!(
        put(json!({"coordinates": {"left": -1, "top": 0, "width": 9, "height": 9}})).await.wrong_fields(),
        ["coordinates.range"]
    );
    assert_eq!(put(json!({})).await.wrong_fields(), ["url.required"]);
    let other = world.checked(&patient, Ok(())).await;
    let used = world.object_key_of(other).await;
    assert_eq!(put(json!({"url": used})).await.problem(409), "upload_used");
    assert_eq!(put(json!({"url": "self-check/local/other.jpg"})).await.problem(422), "unknown_upload");
}

#[tokio::test]
async fn a_crop_stays_inside_the_picture() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let id = world.checked(&patient, Ok(())).await;
    let call = world.call(Method::PUT, &format!("/patients/tcis/self-check/{id}/picture")).token(&patient.token);
    let outside = json!({"coordinates": {"left": 600, "top": 0, "width": 700, "height": 700}});
    assert_eq!(call.json(&outside).send().await.wrong_fields(), ["coordinates.range"]);
}

#[tokio::test]
async fn the_history_comes_in_pages() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(world.checked(&patient, Ok(())).await);
    }
    ids.reverse();
    let page = |query: String| {
        let call = world.get(&format!("/patients/tcis/self-check{query}")).token(&patient.token);
        async move { call.send().await.expect(200) }
    };
    let of = |page: &Value| {
        page["tcis"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|tci| tci["id"].as_i64().expect("an id"))
            .collect::<Vec<_>>()
    };
    let first = page("?limit=2".into()).await;
    assert_eq!((of(&first), first["next"].as_i64()), (ids[..2].to_vec(), Some(ids[1])));
    let second = page(format!("?limit=2&before={}", ids[1])).await;
    assert_eq!((of(&second), second["next"].as_i64()), (ids[2..].to_vec(), None));
    let bad = world.get("/patients/tcis/self-check?before=x").token(&patient.token).send().await;
    assert_eq!(bad.problem(400), "malformed");
}

#[tokio::test]
async fn a_notification_is_read_once() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    world.checked(&patient, Ok(())).await;
    let list = world.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    let english = world.get("/patients/notifications").token(&patient.token).header("accept-language", "en");
    assert_eq!(english.send().await.expect(200)["notifications"][0]["title"], "Your result is ready");
    let told = &list["notifications"][0];
    assert_eq!(
        (&told["kind"], &told["title"], &told["readAt"]),
        (&json!("result_ready"), &json!("분석 결과가 나왔어요"), &Value::Null)
    );
    let path = format!("/patients/notifications/{}/read", told["id"]);
    let read = || world.call(Method::POST, &path).token(&patient.token).send();
    let first = read().await.expect(200);
    assert!(first["notifications"][0]["readAt"].is_string());
    world.clock.advance(TimeDelta::minutes(1));
    assert_eq!(read().await.expect(200), first);
}

#[tokio::test]
async fn a_wait_ends_even_if_nobody_hears_of_the_result() {
    // the notification is lost: no connection listens in this world
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    let waiting = world.hand_in(&patient, &key).header("prefer", "wait=15").send();
    let reading = async {
        world.jobs_made(1).await;
        world.read_newest(Ok(())).await;
    };
    let (answer, ()) = tokio::join!(waiting, reading);
    assert_eq!(answer.expect(201)["tci"]["status"], 1);
}
