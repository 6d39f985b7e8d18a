//! The worklists: what needs work, the assignees, taking several applications at once, and paid claims.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    async fn counts(&self, staff: &Member) -> Value {
        self.staff_call(staff, Method::GET, "/institutions/tcis/counts").send().await.expect(200)
    }

    /// Returns the ids of the worklist with these filters.
    async fn worklist(&self, staff: &Member, query: &str) -> Vec<i64> {
        let response = self.staff_call(staff, Method::GET, &format!("/institutions/tcis?{query}")).send().await;
        let list = response.expect(200)["clinics"].as_array().expect("a list").clone();
        list.iter().map(|row| row["id"].as_i64().expect("an id")).collect()
    }

    async fn take(&self, staff: &Member, ids: &[i64], key: &str) -> TestResponse {
        let call = self.staff_call(staff, Method::POST, "/institutions/tcis/take");
        call.header("idempotency-key", key).json(&json!({"ids": ids})).send().await
    }

    async fn set_assignee(&self, staff: &Member, id: i64, to: Option<i64>) -> TestResponse {
        let call = self.staff_call(staff, Method::PUT, &format!("/institutions/tcis/{id}/assignee"));
        call.json(&json!({"staffId": to})).send().await
    }

    async fn assignee(&self, staff: &Member, id: i64) -> Value {
        self.get_application(staff, id).await["clinic"]["assignee"]["id"].clone()
    }

    async fn applications<const N: usize>(&self, patient: &SignedIn) -> [i64; N] {
        let mut ids = [0; N];
        for id in &mut ids {
            *id = self.new_application(patient).await;
        }
        ids
    }
}

/// Returns the result for each application.
fn outcomes(response: &Value) -> Vec<&str> {
    let results = response["results"].as_array().expect("a list");
    results.iter().map(|one| one["outcome"].as_str().expect("an outcome")).collect()
}

#[tokio::test]
async fn worklist_filters_agree_with_counts() {
    let app = TestApp::new().await;
    let [old] = app.applications(&app.patient().await).await;
    app.clock.advance(TimeDelta::days(1));
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let [canceled, opened, mine, unread] = app.applications(&patient).await;
    // it needs no work, so it is not unread although nobody opened it
    let cancel = app.call(Method::PUT, &format!("/patients/tcis/{canceled}")).token(&patient.token);
    cancel.json(&json!({"status": -1})).send().await.expect(200);
    app.get_application(&doctor, opened).await;
    app.take(&doctor, &[mine], "1").await.expect(200);

    assert_eq!(app.worklist(&doctor, "toDo=true").await, [unread, mine, opened, old]);
    assert_eq!(app.worklist(&doctor, "unread=true").await, [unread, old]);
    assert_eq!(app.worklist(&doctor, "mine=true").await, [mine]);
    assert_eq!(app.worklist(&doctor, "toDo=true&status=1").await, [mine]);
    assert_eq!(app.worklist(&doctor, "toDo=true&limit=2").await, [unread, mine]);
    let today = app.today();
    assert_eq!(app.worklist(&doctor, &format!("startAt={today}")).await, [unread, mine, opened, canceled]);
    assert_eq!(app.counts(&doctor).await, json!({"today": 4, "toDo": 4, "unread": 2, "mine": 1}));
    let colleague = app.staff(StaffRole::ShootingExpert).await;
    assert_eq!(app.counts(&colleague).await, json!({"today": 4, "toDo": 4, "unread": 2, "mine": 0}));
    let stranger = app.other_staff().await;
    assert_eq!(app.counts(&stranger).await, json!({"today": 0, "toDo": 0, "unread": 0, "mine": 0}));
}

#[tokio::test]
async fn worklist_row_says_what_is_done() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let [id] = app.applications(&patient).await;
    let row = async || {
        let list = app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
        let row = &list["clinics"][0];
        json!([row["unread"], row["needsWork"], row["photos"], row["released"], row["assignee"]["name"]])
    };
    assert_eq!(row().await, json!([true, true, 0, 0, null]));
    app.set_status(&doctor, id, 1).await.expect(200);
    let before = app.read_picture(&doctor, id, "before").await;
    assert_eq!(row().await, json!([false, true, 1, 0, "박두리"]));
    app.save(&doctor, id, &before, json!({"expertScores": uniform_scores(1), "release": true})).await.expect(200);
    let put = app.staff_call(&doctor, Method::PUT, &format!("/institutions/tcis/{id}"));
    put.json(&json!({"beforeOnly": true})).send().await.expect(200);
    assert_eq!(row().await, json!([false, false, 1, 1, "박두리"]));
}

#[tokio::test]
async fn take_tells_what_became_of_each_row() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let (admin, stranger) = (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await);
    let [waiting, received, theirs, canceled] = app.applications(&patient).await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    // staff who do not score are not assigned
    app.set_status(&nurse, received, 1).await.expect(200);
    assert_eq!(app.assignee(&nurse, received).await, Value::Null);
    app.take(&admin, &[theirs], "admin").await.expect(200);
    app.set_status(&doctor, canceled, -1).await.expect(200);

    let ids = [theirs, waiting, received, canceled, 999_999];
    let response = app.take(&doctor, &ids, "k").await;
    let taken = response.expect(200);
    assert_eq!(outcomes(&taken), ["assigned", "taken", "taken", "closed", "not_found"]);
    assert_eq!(taken["results"][0]["assignee"]["id"], admin.id);
    assert_eq!(taken["results"][1]["assignee"], json!({"id": doctor.id, "name": "박두리"}));
    assert_eq!(app.get_application(&doctor, waiting).await["clinic"]["status"], 1);
    // the response is repeated, and a second press with a new key changes nothing
    assert_eq!(app.take(&doctor, &ids, "k").await.header("idempotency-replayed"), Some("true"));
    let again = app.take(&doctor, &ids, "k2").await.expect(200);
    assert_eq!(outcomes(&again), outcomes(&taken));
    let logged = format!("access_log where action = 'application_changed' and staff_id = {}", doctor.id);
    assert_eq!(app.count(&format!("{logged} and application_ids = array[{waiting}, {received}]::bigint[]")).await, 1);
    assert_eq!(app.count("notifications where kind = 'tci_received'").await, 3);

    assert_eq!(outcomes(&app.take(&stranger, &[waiting], "s").await.expect(200)), ["not_found"]);
    assert_eq!(app.take(&doctor, &[], "e").await.invalid_fields(), ["ids.required"]);
    assert_eq!(app.take(&doctor, &[waiting; 101], "m").await.invalid_fields(), ["ids.too_long"]);
}

#[tokio::test]
async fn racing_analysts_get_each_row_once() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let (one, two) = (app.staff(StaffRole::AnalysisExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let ids: [i64; 4] = app.applications(&patient).await;
    let reversed: Vec<i64> = ids.iter().rev().copied().collect();
    let (first, second) = tokio::join!(app.take(&one, &ids, "1"), app.take(&two, &reversed, "2"));
    let (first, second) = (first.expect(200), second.expect(200));
    let won = |response: &Value| outcomes(response).into_iter().filter(|one| *one == "taken").count();
    assert_eq!(won(&first) + won(&second), ids.len(), "{first} {second}");
    assert_eq!(app.count("applications where assignee_id is not null and status = 1").await, 4);
    assert_eq!(app.count("notifications where kind = 'tci_received'").await, 4);
}

#[tokio::test]
async fn assignee_changes_to_another_analyst() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let (nurse, admin) = (app.staff(StaffRole::ShootingExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let [id] = app.applications(&patient).await;
    assert_eq!(app.set_assignee(&nurse, id, Some(doctor.id)).await.problem(409), "illegal_transition");
    app.set_status(&doctor, id, 1).await.expect(200);
    assert_eq!(app.assignee(&nurse, id).await, doctor.id);
    app.set_assignee(&nurse, id, Some(admin.id)).await.expect(200);
    assert_eq!(app.assignee(&nurse, id).await, admin.id);
    assert_eq!(app.set_assignee(&admin, id, Some(nurse.id)).await.invalid_fields(), ["staffId.mismatch"]);
    let stranger = app.other_staff().await;
    assert_eq!(app.set_assignee(&admin, id, Some(stranger.id)).await.invalid_fields(), ["staffId.unknown"]);
    assert_eq!(app.set_assignee(&stranger, id, None).await.problem(404), "not_found");
    // saving scores of an unassigned application assigns it
    app.set_assignee(&admin, id, None).await.expect(200);
    let tci = app.read_picture(&nurse, id, "before").await;
    app.save(&doctor, id, &tci, json!({"comment": "초안"})).await.expect(200);
    assert_eq!(app.assignee(&nurse, id).await, doctor.id);
}

#[tokio::test]
async fn paid_claims_are_found_by_clinic_staff() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.new_paid_claim(&patient).await;
    let list =
        app.staff_call(&staff, Method::GET, "/institutions/insurances?status=0&q=%ED%99%8D").send().await.expect(200);
    let seen = &list["insuranceClaims"][0];
    assert_eq!((&seen["id"], &seen["patient"]["name"]), (&json!(claim), &json!("김하늘")));
    assert_eq!((&seen["accountNumberMasked"], &seen["needToPayment"]), (&Value::Null, &json!(false)));
    assert_eq!((&seen["issuedDocuments"], &list["next"]), (&json!([]), &Value::Null));
    for (query, count) in [("q=010987", 1), ("q=nobody", 0), ("status=1", 0), ("status=-1", 0)] {
        let list =
            app.staff_call(&staff, Method::GET, &format!("/institutions/insurances?{query}")).send().await.expect(200);
        assert_eq!(list["insuranceClaims"].as_array().map(Vec::len), Some(count), "{query}");
    }
}
