//! Metrics of requests, and those that are read from the database.

use std::time::Duration;

use api::middleware::metrics::record;
use api::ops::machine::Installation;
use axum::http::{Method, StatusCode};
use chrono::NaiveDate;
use db::agreements::Agreement;
use domain::InstitutionId;
use runtime::metrics::render_once;

#[test]
fn page_of_every_route_stays_small() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let text = render_once(|| {
        for (path, operations) in paths {
            for method in operations.as_object().expect("operations").keys() {
                let method = method.to_uppercase().parse().expect("a method");
                record(&method, path, StatusCode::OK, Duration::from_millis(3));
            }
        }
    });
    assert!(text.lines().count() > 150, "{text}");
    assert!(text.len() <= 50_000, "{} bytes, and other metrics come with them", text.len());
}

#[test]
fn request_is_counted_by_route_and_class() {
    let text = render_once(|| {
        record(&Method::GET, "/api/v1/patients/{id}", StatusCode::NOT_FOUND, Duration::from_millis(3));
        record(&Method::GET, "/api/v1/patients/{id}", StatusCode::FORBIDDEN, Duration::from_millis(3));
        record(&Method::GET, "none", StatusCode::OK, Duration::from_millis(3));
    });
    let counted = r#"hyeobom_http_requests_total{method="GET",route="/patients/{id}",status="4xx"} 2"#;
    assert!(text.contains(counted), "{text}");
    assert!(text.contains(r#"hyeobom_http_request_seconds_count{area="patients"}"#), "{text}");
    assert!(text.contains(r#"area="none""#), "{text}");
}

/// Renders one clinic's agreement as the page shows it.
fn render_agreement(brightness: Option<f32>) -> String {
    let one = Agreement {
        institution_id: InstitutionId::new(7),
        model_version: "tongue-1".to_owned(),
        day: NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day"),
        photos: 40,
        exact: 0.75,
        kappa: 0.5,
        kappa_interval: [0.25, 0.625],
        from_ai: 12,
        kappa_unaided: brightness.map(|_| 0.375),
        index_error: 6.5,
        model_cells: [1, 2, 1],
        expert_cells: [3, 0, 1],
        confidence: 0.875,
        tongue_share: 0.25,
        shorter_side: 768.0,
        brightness,
        sharpness: brightness.map(|_| 32.0),
    };
    let installation = Installation { agreements: vec![("smile".to_owned(), one)], ..Installation::default() };
    render_once(|| installation.record())
}

#[test]
fn agreement_is_shown_by_clinic_and_version() {
    let text = render_agreement(Some(112.0));
    let figures = [
        ("kappa", "0.5"),
        ("unaided_kappa", "0.375"),
        ("index_error_points", "6.5"),
        ("photos", "40"),
        ("photos_from_ai", "12"),
        ("tongue_ratio", "0.25"),
        ("shorter_side_pixels", "768"),
        ("brightness_levels", "112"),
        ("sharpness_levels", "32"),
    ];
    for (name, value) in figures {
        let labels = "{tenant=\"smile\",institution=\"7\",version=\"tongue-1\"}";
        let line = format!("hyeobom_agreement_{name}{labels} {value}\n");
        assert!(text.contains(&line), "{line} is not in {text}");
    }
}

#[test]
fn unmeasured_figures_are_missing() {
    let text = render_agreement(None);
    assert!(text.contains("hyeobom_agreement_kappa{"), "{text}");
    for name in ["brightness_levels", "unaided_kappa", "sharpness_levels"] {
        assert!(!text.contains(&format!("hyeobom_agreement_{name}{{")), "{text}");
    }
}
