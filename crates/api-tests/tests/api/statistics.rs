//! A clinic's statistics, as JSON and as CSV.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    async fn statistics(&self, staff: &Member, query: &str) -> Value {
        let path = format!("/institutions/statistics?{query}");
        self.staff_call(staff, Method::GET, &path).send().await.expect(200)
    }

    /// Creates an application whose analyses are released with these scores, two hours after it was created.
    async fn release_analysis(&self, patient: &SignedIn, doctor: &Member, scores: [u8; 2]) -> i64 {
        let id = self.new_application(patient).await;
        self.advance_in_use(TimeDelta::hours(2)).await;
        self.set_status(doctor, id, 1).await.expect(200);
        for (phase, score) in ["before", "after"].into_iter().zip(scores) {
            let tci = self.read_picture(doctor, id, phase).await;
            let form = json!({"expertScores": uniform_scores(score), "release": true});
            self.save(doctor, id, &tci, form).await.expect(200);
        }
        id
    }
}

#[tokio::test]
async fn statistics_group_by_month_and_analyst() {
    let app = TestApp::new().await;
    let (one, two) = (app.staff(StaffRole::AnalysisExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let patient = app.patient().await;
    app.release_analysis(&patient, &one, [2, 1]).await;
    app.release_analysis(&patient, &one, [2, 0]).await;
    let visit = app.staff_call(&two, Method::POST, "/institutions/tcis").json(&json!({
        "name": "이바다", "birth": "19800101", "gender": null, "phoneNumber": "01022223333",
    }));
    let visit = visit.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    app.record_health_consent(&two, visit).await;
    let tci = app.read_picture(&two, visit, "before").await;
    app.save(&two, visit, &tci, json!({"expertScores": uniform_scores(0), "release": true})).await.expect(200);
    // unreleased analyses do not count
    let open = app.new_application(&patient).await;
    app.set_status(&one, open, 1).await.expect(200);
    app.read_picture(&one, open, "before").await;

    let found = app.statistics(&two, "").await;
    let total = json!({"patients": 2, "analyses": 5, "meanBefore": 66.7, "meanAfter": 25.0, "meanChange": -75.0,
                       "medianHours": 2.0});
    assert_eq!(found["total"], total);
    assert_eq!(found["months"].as_array().map(Vec::len), Some(1));
    assert_eq!((&found["months"][0]["month"], &found["months"][0]["analyses"]), (&json!("2025-10"), &json!(5)));
    let analysts: Vec<_> = found["analysts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| json!([row["analyst"]["id"], row["analyses"], row["meanBefore"], row["medianHours"]]))
        .collect();
    assert_eq!(analysts, [json!([one.id, 4, 100.0, 2.0]), json!([two.id, 1, 0.0, null])]);
    assert_eq!(app.statistics(&app.other_staff().await, "").await["total"]["analyses"], 0);
}

#[tokio::test]
async fn statistics_range_is_by_release() {
    let app = TestApp::new().await;
    let (patient, admin) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let id = app.release_analysis(&patient, &admin, [2, 1]).await;
    let release_analysis = app.today();
    let path = format!("/institutions/tcis/{id}");
    let tci = app.get_application(&admin, id).await["clinic"]["beforeTci"].clone();
    app.advance_in_use(TimeDelta::days(3)).await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    // a correction changes the metrics but not the day
    let correction =
        json!({"version": tci["version"], "reason": "정정", "attributes": {"expertScores": uniform_scores(0)}});
    let call = app.staff_call(&admin, Method::POST, &format!("{path}/tci/{}/corrections", tci["id"])).json(&correction);
    call.send().await.expect(201);
    let on = app.statistics(&admin, &format!("startAt={release_analysis}&endAt={release_analysis}")).await;
    assert_eq!((&on["total"]["analyses"], &on["total"]["meanBefore"]), (&json!(2), &json!(0.0)));
    let later = app.statistics(&admin, &format!("startAt={}", app.today())).await;
    let nothing = json!({"patients": 0, "analyses": 0, "meanBefore": null, "meanAfter": null, "meanChange": null,
                         "medianHours": null});
    assert_eq!(later, json!({"total": nothing, "months": [], "analysts": []}));
    let wrong = app.staff_call(&admin, Method::GET, "/institutions/statistics?startAt=x").send().await;
    assert_eq!(wrong.invalid_fields(), ["startAt.format"]);
}

#[tokio::test]
async fn statistics_csv_has_bom_and_total() {
    let app = TestApp::new().await;
    let (patient, admin) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    app.release_analysis(&patient, &admin, [2, 1]).await;
    let get = async |query: &str, language: &str| {
        let call = app.staff_call(&admin, Method::GET, &format!("/institutions/statistics/csv?{query}"));
        call.header("accept-language", language).send().await
    };
    let months = get("", "ko").await;
    assert_eq!(months.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(months.header("content-disposition"), Some("attachment; filename=\"statistics-by-month.csv\""));
    let lines: Vec<_> = months.text.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}월,환자 수,"), "{}", lines[0]);
    assert_eq!(lines[1..], ["2025-10,1,2,100,50,-50,2", "합계,1,2,100,50,-50,2", ""]);
    let analysts = get("by=analyst", "en").await;
    assert!(analysts.text.starts_with("\u{feff}Analyst,Patients,") && analysts.text.contains("\r\n박두리,1,2,"));
    assert_eq!(get("by=day", "ko").await.invalid_fields(), ["by.unknown"]);
}
