//! Links that download one file without the session's token.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use domain::download::LINK_LIFETIME;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::documents::{RECEIPT, STATEMENT};
use crate::test_app::{OTHER_HOST, SignedIn, TestApp};

/// Returns the path of a link below the API's base URL.
fn path(link: &Value) -> String {
    let url = link["url"].as_str().expect("an address");
    url.split_once("/api/v1").expect("an address of the API").1.to_owned()
}

impl TestApp {
    async fn link_document(&self, patient: &SignedIn, claim: i64) -> Value {
        let path = format!("/patients/insurances/{claim}/documents/{STATEMENT}/links");
        self.call(Method::POST, &path).token(&patient.token).send().await.expect(201)
    }
}

#[tokio::test]
async fn link_downloads_a_document_without_a_session() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    app.issue_both(&staff, claim).await;
    let links = format!("/patients/insurances/{claim}/documents/{RECEIPT}/links");
    let ask = || app.call(Method::POST, &links).token(&patient.token).send();
    assert_eq!(ask().await.problem(404), "not_found", "not released yet");
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    let stranger = app.patient().await;
    assert_eq!(app.call(Method::POST, &links).token(&stranger.token).send().await.problem(404), "not_found");
    ask().await.expect(201);

    let link = app.link_document(&patient, claim).await;
    let ends = app.clock.now() + LINK_LIFETIME;
    assert_eq!(link["expiresAt"].as_str().and_then(|text| text.parse().ok()), Some(ends));
    let path = path(&link);
    assert_eq!(
        app.call_host(OTHER_HOST, Method::GET, &path).send().await.problem(404),
        "invalid_token",
        "another tenant"
    );
    let file = app.get(&path).send().await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("application/pdf")));
    let name = format!("attachment; filename=\"detailed-statement-{claim}.pdf\"");
    assert_eq!(file.header("content-disposition"), Some(&*name));
    // a phone's download manager fetches it again, but nobody else can
    assert_eq!(app.get(&path).send().await.status.as_u16(), 200);
    let elsewhere = app.get(&path).header("x-forwarded-for", "203.0.113.9").send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    let logged = format!(
        "access_log where action = 'document_downloaded' and claim_ids = array[{claim}]::bigint[] and staff_id is null"
    );
    assert_eq!(app.count(&logged).await, 2, "each download is logged");
    app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token", "used");
}

#[tokio::test]
async fn link_ends_when_the_patient_signs_out() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    app.issue_both(&staff, claim).await;
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    let path = path(&app.link_document(&patient, claim).await);
    app.call(Method::POST, "/patients/auth/logout").token(&patient.token).send().await.expect(204);
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token");
    let navigated = app.get(&path).header("sec-fetch-mode", "navigate").send().await;
    assert!(navigated.text.contains("<html"), "a person sees a page: {}", navigated.text);
}

#[tokio::test]
async fn link_downloads_a_released_report() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    let ask = || app.call(Method::POST, &format!("/patients/tcis/{id}/report/links")).token(&patient.token).send();
    assert_eq!(ask().await.problem(409), "not_released");
    app.release(&doctor, id, "before", 2).await;
    let file = app.get(&path(&ask().await.expect(201))).send().await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("application/pdf")));
    assert_eq!(app.count("access_log where action = 'report_downloaded'").await, 1);
}
