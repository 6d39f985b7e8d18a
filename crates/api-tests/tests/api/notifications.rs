//! Notifications: read state, and patients' settings for deliveries.

use axum::http::Method;
use db::notifications::NewNotification;
use domain::{NotificationKind, PatientId, StaffRole};
use serde_json::json;
use testing::factory;

use crate::clinics::uniform_scores;
use crate::test_app::TestApp;

const SETTINGS: &str = "/patients/me/notification-settings";

#[tokio::test]
async fn settings_allow_all_until_changed() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let mine = || app.get(SETTINGS).token(&patient.token);
    let all = json!({"results": true, "applications": true, "claims": true});
    assert_eq!(mine().send().await.expect(200), json!({"alimtalk": true, "sms": true, "topics": all}));
    let topics = json!({"results": true, "applications": false, "claims": true});
    let wanted = json!({"alimtalk": true, "sms": false, "topics": topics});
    let put = || app.call(Method::PUT, SETTINGS).token(&patient.token).header("accept-language", "en");
    assert_eq!(put().json(&wanted).send().await.expect(200), wanted);
    assert_eq!(mine().send().await.expect(200), wanted);
    assert_eq!(app.count("notification_settings where locale = 'en' and not sms and not applications").await, 1);
    let response = put().json(&json!({"sms": true, "topics": {"results": true, "claims": false}})).send().await;
    assert_eq!(response.problem(422), "validation");
    assert_eq!(response.invalid_fields(), ["alimtalk.required", "topics.applications.required"]);
    assert_eq!(app.get(SETTINGS).send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn seen_result_marks_its_notification_read() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    let id = PatientId::new(me["patient"]["id"].as_i64().expect("an id"));
    let now = runtime::Clock::now(&*app.clock);
    let tci = factory::tci_with_result(&app.one, id, [1; 9], now).await;
    let notification = NewNotification {
        patient_id: id,
        kind: NotificationKind::ResultReady,
        tci_id: tci.id,
        picture_id: tci.picture.as_ref().expect("a picture").id,
    };
    let mut conn = app.one.acquire().await.expect("a connection");
    db::notifications::insert(&mut conn, &notification, now).await.expect("inserted");
    assert_eq!(app.count("notifications where read_at is null").await, 1);
    app.get(&format!("/patients/tcis/self-check/{}", tci.id)).token(&patient.token).send().await.expect(200);
    assert_eq!(app.count("notifications where read_at is null").await, 0);
}

#[tokio::test]
async fn seen_application_marks_its_notifications_read() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    let unread =
        async || app.get("/patients/notifications").token(&patient.token).send().await.expect(200)["unread"].clone();
    assert_eq!(unread().await, 1);
    let other = app.patient().await;
    app.get(&format!("/patients/tcis/{id}")).token(&other.token).send().await.expect(404);
    assert_eq!(unread().await, 1);
    app.get(&format!("/patients/tcis/{id}")).token(&patient.token).send().await.expect(200);
    assert_eq!(unread().await, 0);
    let tci = app.read_picture(&doctor, id, "before").await;
    let form = json!({"expertScores": uniform_scores(2), "release": true});
    app.save(&doctor, id, &tci, form).await.expect(200);
    assert_eq!(unread().await, 1);
    app.get(&format!("/patients/tcis/{id}/tci/{}", tci["id"])).token(&patient.token).send().await.expect(200);
    assert_eq!(unread().await, 0);
}

#[tokio::test]
async fn read_all_leaves_later_ones_unread() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    app.self_check(&patient, Ok(())).await;
    app.self_check(&patient, Err("no_tongue")).await;
    let list = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(list["unread"], 2);
    assert_eq!(
        (&list["notifications"][0]["score"], &list["notifications"][1]["kind"]),
        (&json!(null), &json!("result_ready"))
    );
    assert!(list["notifications"][1]["score"].is_u64());
    let read = |body| app.call(Method::POST, "/patients/notifications/read").token(&patient.token).json(&body).send();
    let older = read(json!({"upTo": list["notifications"][1]["id"]})).await.expect(200);
    assert_eq!((&older["unread"], &older["notifications"][0]["readAt"]), (&json!(1), &json!(null)));
    let all = read(json!({"upTo": list["notifications"][0]["id"]})).await.expect(200);
    assert_eq!(all["unread"], 0);
    assert_eq!(read(json!({})).await.invalid_fields(), ["upTo.required"]);
    let other = app.patient().await;
    let none = app.call(Method::POST, "/patients/notifications/read").token(&other.token);
    none.json(&json!({"upTo": 1_000_000})).send().await.expect(200);
}
