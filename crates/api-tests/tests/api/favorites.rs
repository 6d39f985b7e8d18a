//! Favorite clinics of patients.

use axum::http::Method;
use chrono::TimeDelta;
use domain::institution::MAX_FAVORITE_CLINICS;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::test_app::{SignedIn, TestApp};

async fn call(app: &TestApp, patient: &SignedIn, method: Method, clinic: i64) -> TestResponse {
    app.call(method, &format!("/patients/institutions/{clinic}/favorite")).token(&patient.token).send().await
}

async fn favorites(app: &TestApp, patient: &SignedIn) -> Vec<i64> {
    let known = app.get("/patients/institutions").token(&patient.token).send().await.expect(200);
    let listed = known["favorites"].as_array().expect("a list");
    listed.iter().map(|one| one["id"].as_i64().expect("an id")).collect()
}

#[tokio::test]
async fn favorites_are_listed_last_marked_first() {
    let app = TestApp::new().await;
    let (patient, stranger) = (app.patient().await, app.patient().await);
    let (first, second) = (app.clinic().await, app.other_clinic().await);
    for clinic in [first, second, first] {
        call(&app, &patient, Method::PUT, clinic).await.expect(204);
        app.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(favorites(&app, &patient).await, [second, first], "marking again moves nothing");
    assert!(favorites(&app, &stranger).await.is_empty());
    let known = app.get("/patients/institutions").token(&patient.token).send().await.expect(200);
    assert_eq!(known["favorites"][0]["name"], "다른치과");
    let search = app.get("/patients/institutions?q=%EC%B9%98%EA%B3%BC").token(&patient.token).send().await.expect(200);
    assert_eq!((&search["favorites"], &search["previous"]), (&json!([]), &json!([])), "with a text only what matches");
    let nobody: Value = app.get("/patients/institutions").send().await.expect(200);
    assert_eq!(nobody["favorites"], json!([]));

    call(&app, &stranger, Method::DELETE, first).await.expect(204);
    assert_eq!(favorites(&app, &patient).await, [second, first], "the stranger has none");
    for _ in 0..2 {
        call(&app, &patient, Method::DELETE, first).await.expect(204);
        assert_eq!(favorites(&app, &patient).await, [second]);
    }
}

#[tokio::test]
async fn unknown_or_closed_clinic_is_no_favorite() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let clinic = app.clinic().await;
    assert_eq!(call(&app, &patient, Method::PUT, 999_999).await.problem(404), "not_found");
    call(&app, &patient, Method::PUT, clinic).await.expect(204);
    app.deactivate(clinic).await;
    assert!(favorites(&app, &patient).await.is_empty());
    assert_eq!(call(&app, &patient, Method::PUT, clinic).await.problem(404), "not_found");
    call(&app, &patient, Method::DELETE, clinic).await.expect(204);
    assert_eq!(app.count("favorite_clinics").await, 0);
}

#[tokio::test]
async fn favorites_have_a_limit() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let clinic = app.clinic().await;
    let made = sqlx::query_scalar(
        "insert into institutions (tenant_id, name, representative_name, address, phone_number)
         select $1, '치과 ' || n, '김대표', '서울특별시 중구 ' || n, '0212345678' from generate_series(1, $2) n returning id",
    );
    let made = made.bind(app.one.tenant().get()).bind(MAX_FAVORITE_CLINICS);
    let clinics: Vec<i64> = made.fetch_all(&mut app.superuser().await).await.expect("the clinics are written");
    for id in &clinics {
        call(&app, &patient, Method::PUT, *id).await.expect(204);
    }
    assert_eq!(call(&app, &patient, Method::PUT, clinic).await.problem(409), "too_many_favorites");
    call(&app, &patient, Method::PUT, clinics[0]).await.expect(204);
    app.deactivate(clinics[0]).await;
    call(&app, &patient, Method::PUT, clinic).await.expect(204);
    assert_eq!(favorites(&app, &patient).await.len(), clinics.len());
}
