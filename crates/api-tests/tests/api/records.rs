//! Patient records: all records of one person at a clinic, with and without an account.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::claims::{Purchase, text};
use crate::clinics::{Member, uniform_scores};
use crate::test_app::TestApp;

impl TestApp {
    async fn record(&self, staff: &Member, id: i64) -> Value {
        self.staff_call(staff, Method::GET, &format!("/institutions/tcis/{id}/record")).send().await.expect(200)
    }

    async fn visit(&self, staff: &Member, person: &Value) -> i64 {
        let call = self.staff_call(staff, Method::POST, "/institutions/tcis").json(person);
        call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id")
    }
}

fn ids(record: &Value) -> Vec<i64> {
    let list = record["clinics"].as_array().expect("a list");
    list.iter().map(|row| row["id"].as_i64().expect("an id")).collect()
}

#[tokio::test]
async fn record_joins_visits_with_and_without_account() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let visit = app.visit(&doctor, &TestApp::person()).await;
    let applied = app.new_application(&patient).await;
    // the same person of the account with another number, and then a visit with that number
    let mut moved = TestApp::person();
    moved["phoneNumber"] = json!("01099998888");
    let body = {
        let mut body = moved.clone();
        body["institutionId"] = json!(doctor.clinic);
        body
    };
    let call = app.call(Method::POST, "/patients/tcis").token(&patient.token).json(&body);
    let with_new_number = call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    moved["name"] = json!("김 하늘");
    let second_visit = app.visit(&doctor, &moved).await;
    // a relative with the same number, and another person with the same name
    let mut sister = TestApp::person();
    sister["name"] = json!("김바다");
    app.visit(&doctor, &sister).await;
    let mut namesake = TestApp::person();
    namesake["birth"] = json!("19910131");
    app.visit(&doctor, &namesake).await;

    let all = [second_visit, with_new_number, applied, visit];
    for opened_by in all {
        assert_eq!(ids(&app.record(&doctor, opened_by).await), all, "opened by {opened_by}");
    }
    let record = app.record(&doctor, visit).await;
    assert_eq!(record["person"]["phoneNumber"], "01012345678");
    let page = app.staff_call(&doctor, Method::GET, &format!("/institutions/tcis/{visit}/record?limit=3"));
    let page = page.send().await.expect(200);
    assert_eq!((ids(&page).len(), &page["next"]), (3, &json!(applied)));
    let rest = app.staff_call(&doctor, Method::GET, &format!("/institutions/tcis/{visit}/record?before={applied}"));
    assert_eq!(ids(&rest.send().await.expect(200)), [visit]);
}

#[tokio::test]
async fn record_is_logged_once_in_a_sitting() {
    let app = TestApp::new().await;
    let (doctor, stranger) = (app.staff(StaffRole::AnalysisExpert).await, app.other_staff().await);
    let visit = app.visit(&doctor, &TestApp::person()).await;
    // at another clinic the same person has another record
    let elsewhere = app.visit(&stranger, &TestApp::person()).await;
    for _ in 0..2 {
        assert_eq!(ids(&app.record(&doctor, visit).await), [visit]);
    }
    let log =
        |ids: &str| format!("access_log where action = 'record_read' and application_ids = array[{ids}]::bigint[]");
    assert_eq!(app.count(&log(&visit.to_string())).await, 1);
    // a new visit is logged again
    let next = app.visit(&doctor, &TestApp::person()).await;
    app.record(&doctor, visit).await;
    assert_eq!(app.count(&log(&next.to_string())).await, 1);
    for path in [format!("/institutions/tcis/{elsewhere}/record"), "/institutions/tcis/999999/record".to_owned()] {
        assert_eq!(app.staff_call(&doctor, Method::GET, &path).send().await.problem(404), "not_found", "{path}");
    }
}

#[tokio::test]
async fn people_are_found_once_with_their_visits() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    app.visit(&doctor, &TestApp::person()).await;
    let newest = app.new_application(&patient).await;
    let mut other = TestApp::person();
    other["name"] = json!("이바다");
    app.visit(&doctor, &other).await;
    let find = async |staff: &Member, q: &str| {
        let call = app.staff_call(staff, Method::GET, &format!("/institutions/tcis/people?q={q}"));
        call.send().await.expect(200)["people"].as_array().expect("a list").clone()
    };
    let found = find(&doctor, "%E3%84%B1%E3%85%8E%E3%84%B4").await;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["applicationId"], &found[0]["applications"]), (&json!(newest), &json!(2)));
    assert_eq!((&found[0]["hasAccount"], text(&found[0]["person"]["birth"])), (&json!(true), "1990.01.31"));
    // the most recent person comes first
    let all = find(&doctor, "").await;
    assert_eq!(all.iter().map(|one| text(&one["person"]["name"])).collect::<Vec<_>>(), ["이바다", "김하늘"]);
    assert_eq!(find(&doctor, "5678").await.len(), 2);
    assert_eq!(find(&app.other_staff().await, "").await, Vec::<Value>::new());
    let named = format!("access_log where action = 'applications_listed' and {newest} = any(application_ids)");
    assert_eq!(app.count(&named).await, 1);
}

#[tokio::test]
async fn record_has_the_claims_of_the_person() {
    let shop = Purchase::open().await;
    let app = &shop.app;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let order = shop.order(&app.draft().await).await;
    shop.pay(&order, "pay").await;
    let visit = app.visit(&admin, &TestApp::person()).await;
    let claims = async |staff: &Member, id: i64| {
        app.staff_call(staff, Method::GET, &format!("/institutions/tcis/{id}/record/claims")).send().await
    };
    assert_eq!(claims(&admin, visit).await.expect(200)["insuranceClaims"], json!([]), "nothing joins them yet");
    let applied = app.new_application(&shop.patient).await;
    for id in [visit, applied] {
        let found = claims(&admin, id).await.expect(200);
        assert_eq!(found["insuranceClaims"].as_array().map(Vec::len), Some(1), "{found}");
    }
    assert_eq!(app.count("access_log where action = 'claims_listed' and cardinality(claim_ids) = 1").await, 1);
    let stranger = app.other_staff().await;
    assert_eq!(claims(&stranger, applied).await.problem(404), "not_found");
}

#[tokio::test]
async fn record_has_results_of_every_visit() {
    let app = TestApp::new().await;
    let doctor = app.staff(StaffRole::AnalysisExpert).await;
    for score in [2, 1] {
        let id = app.visit(&doctor, &TestApp::person()).await;
        app.record_health_consent(&doctor, id).await;
        let tci = app.read_picture(&doctor, id, "before").await;
        let form = json!({"expertScores": uniform_scores(score), "release": true});
        app.save(&doctor, id, &tci, form).await.expect(200);
    }
    let newest = app.count("applications").await;
    let list = app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    let record = app.record(&doctor, list["clinics"][0]["id"].as_i64().expect("an id")).await;
    let scores: Vec<_> = record["clinics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| &row["beforeTci"]["tciPicture"]["score"]["scores"])
        .collect();
    assert_eq!((newest, scores), (2, vec![&uniform_scores(1), &uniform_scores(2)]));
}
