//! Reports of released analyses as PDF, for the clinic and the patient.

use axum::http::Method;
use domain::StaffRole;
use png::{BitDepth, ColorType, Encoder};
use serde_json::json;

use crate::client::TestResponse;
use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

/// A photo of 1024 x 768 pixels.
fn photo() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 1_024, 768);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = [200_u8, 120, 120].into_iter().cycle().take(1_024 * 768 * 3).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("a file");
    file
}

impl TestApp {
    pub async fn release(&self, staff: &Member, id: i64, phase: &str, score: u8) {
        let call = self.staff_call(staff, Method::POST, "/institutions/tcis/generate");
        let key = call.json(&json!({"filename": "a.png"})).send().await.expect(201)["key"].clone();
        self.store(key.as_str().expect("a key"), &photo()).await;
        let path = format!("/institutions/tcis/{id}/pictures");
        let body = json!({"url": key, "phase": phase});
        self.staff_call(staff, Method::POST, &path).json(&body).send().await.expect(201);
        self.read_newest_clinic_picture().await;
        let tci = self.get_application(staff, id).await["clinic"][format!("{phase}Tci")].clone();
        let form = json!({"expertScores": uniform_scores(score), "comment": "혀 뒤쪽을 닦아 주세요.", "release": true});
        self.save(staff, id, &tci, form).await.expect(200);
    }

    async fn clinic_report(&self, staff: &Member, id: i64) -> TestResponse {
        self.staff_call(staff, Method::GET, &format!("/institutions/tcis/{id}/report.pdf")).send().await
    }

    async fn own_report(&self, patient: &SignedIn, id: i64) -> TestResponse {
        self.get(&format!("/patients/tcis/{id}/report.pdf")).token(&patient.token).send().await
    }
}

#[tokio::test]
async fn released_report_is_downloaded_and_logged() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    assert_eq!(app.own_report(&patient, id).await.problem(409), "not_released");
    assert_eq!(app.clinic_report(&doctor, id).await.problem(409), "not_released");
    app.release(&doctor, id, "before", 2).await;
    let first = app.own_report(&patient, id).await;
    app.release(&doctor, id, "after", 1).await;
    for response in [app.own_report(&patient, id).await, app.clinic_report(&doctor, id).await] {
        assert_eq!(response.status.as_u16(), 200, "{}", response.text);
        assert_eq!(response.header("content-type"), Some("application/pdf"));
        let name = format!("attachment; filename=\"tongue-report-{id}.pdf\"");
        assert_eq!(response.header("content-disposition"), Some(name.as_str()));
        assert!((1_000..600_000).contains(&response.bytes.len()), "{} bytes", response.bytes.len());
        assert!(response.bytes.len() > first.bytes.len(), "the second photo is in it");
        let found = documents::inspect(response.bytes.to_vec());
        assert_eq!(found.map(|found| found.pages), Ok(1));
    }
    let path = format!("/institutions/tcis/{id}/report.pdf?inline=true");
    let shown = app.staff_call(&doctor, Method::GET, &path).send().await;
    assert!(shown.header("content-disposition").is_some_and(|value| value.starts_with("inline; ")));
    let log = format!(
        "access_log where action = 'report_downloaded' and application_ids = array[{id}]::bigint[]
                       and institution_id = {}",
        doctor.clinic
    );
    assert_eq!(app.count(&format!("{log} and staff_id is null")).await, 2);
    assert_eq!(app.count(&format!("{log} and staff_id = {}", doctor.id)).await, 2);
    assert_eq!(app.count(&format!("{log} and cardinality(patient_ids) = 1")).await, 4);
}

#[tokio::test]
async fn report_is_not_found_by_others() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    app.release(&doctor, id, "before", 2).await;
    let (other, stranger) = (app.patient().await, app.other_staff().await);
    assert_eq!(app.own_report(&other, id).await.problem(404), "not_found");
    assert_eq!(app.clinic_report(&stranger, id).await.problem(404), "not_found");
    let elsewhere = app.other_tenant_patient().await;
    let call = app.call_host("two.example", Method::GET, &format!("/patients/tcis/{id}/report.pdf"));
    assert_eq!(call.token(&elsewhere.token).send().await.problem(404), "not_found");
    assert_eq!(app.count("access_log where action = 'report_downloaded'").await, 0);
    assert_eq!(app.clinic_report(&doctor, id).await.status.as_u16(), 200);
}

#[tokio::test]
async fn report_without_stored_photo_is_made() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    app.release(&doctor, id, "before", 0).await;
    let key: String = sqlx::query_scalar("select object_key from pictures where current")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a picture");
    app.state.store.delete(&key).await.expect("deleted");
    let response = app.own_report(&patient, id).await;
    assert_eq!(response.status.as_u16(), 200, "{}", response.text);
}

#[tokio::test]
async fn report_shows_the_stored_photo_and_name_only() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let id = app.new_application(&patient).await;
    app.set_status(&doctor, id, 1).await.expect(200);
    app.release(&doctor, id, "before", 0).await;
    assert_eq!(app.own_report(&patient, id).await.status.as_u16(), 200);
    let rename = sqlx::query("update applications set name = 'สมชาย' where id = $1").bind(id);
    rename.execute(&mut app.superuser().await).await.expect("renamed");
    for response in [app.own_report(&patient, id).await, app.clinic_report(&doctor, id).await] {
        assert_eq!(response.problem(422), "unprintable_text");
        assert!(response.text.contains("สมชาย"), "{}", response.text);
    }
    let rename = sqlx::query("update applications set name = '김하늘' where id = $1").bind(id);
    rename.execute(&mut app.superuser().await).await.expect("renamed");
    let key: String = sqlx::query_scalar("select object_key from pictures where current")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a picture");
    app.store(&key, b"another photo").await;
    assert_eq!(app.own_report(&patient, id).await.problem(500), "internal");
}
