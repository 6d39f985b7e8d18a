//! Metrics of requests, and those that are read from the database.

use std::time::Duration;

use api::middleware::metrics::record;
use api::ops::machine::Installation;
use axum::http::{Method, StatusCode};
use chrono::NaiveDate;
use db::agreements::Agreement;
use domain::InstitutionId;
use runtime::metrics::render_once;

/// The most bytes of the request metrics. The page may have 60,000: other metrics take 5,000, and numbers grow.
const MAX_PAGE_BYTES: usize = 52_000;

/// The worst case: every route had successes, refusals and failures, and clients called methods that it does not have.
#[test]
fn page_of_every_route_stays_small() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let elapsed = Duration::from_millis(3);
    let mut operation_count = 0;
    let text = render_once(|| {
        for (path, operations) in paths {
            for method in operations.as_object().expect("operations").keys() {
                operation_count += 1;
                let method = method.to_uppercase().parse().expect("a method");
                for status in [StatusCode::OK, StatusCode::FOUND, StatusCode::NOT_FOUND, StatusCode::BAD_GATEWAY] {
                    record(&method, path, status, elapsed);
                }
            }
            for method in [Method::TRACE, Method::CONNECT, Method::PATCH, Method::DELETE] {
                record(&method, path, StatusCode::METHOD_NOT_ALLOWED, elapsed);
            }
            record(&Method::OPTIONS, path, StatusCode::NO_CONTENT, elapsed);
        }
    });
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert!(count("hyeobom_http_requests_total{") >= operation_count, "{text}");
    assert_eq!(count("hyeobom_http_failures_total{"), paths.len(), "{text}");
    assert!(text.len() <= MAX_PAGE_BYTES, "{} bytes", text.len());
}

#[test]
fn request_is_counted_by_route_and_class() {
    let text = render_once(|| {
        record(&Method::GET, "/api/v1/patients/{id}", StatusCode::NOT_FOUND, Duration::from_millis(3));
        record(&Method::GET, "/api/v1/patients/{id}", StatusCode::FORBIDDEN, Duration::from_millis(3));
        record(&Method::HEAD, "/api/v1/patients/{id}", StatusCode::BAD_GATEWAY, Duration::from_millis(3));
        record(&Method::GET, "none", StatusCode::OK, Duration::from_millis(3));
    });
    for counted in [
        r#"hyeobom_http_requests_total{method="GET",route="/patients/{id}"} 3"#,
        r#"hyeobom_http_responses_total{area="patients",status="4xx"} 2"#,
        r#"hyeobom_http_responses_total{area="patients",status="5xx"} 1"#,
        r#"hyeobom_http_failures_total{route="/patients/{id}"} 1"#,
        r#"hyeobom_http_request_seconds_count{area="patients"} 3"#,
        r#"hyeobom_http_responses_total{area="none",status="2xx"} 1"#,
    ] {
        assert!(text.lines().any(|line| line == counted), "{counted} is not in {text}");
    }
    assert!(!text.contains(r#"hyeobom_http_failures_total{route="none"}"#), "{text}");
}

/// Otherwise a client could add a line to the page for each method of each route.
#[test]
fn unserved_method_is_counted_without_route() {
    let text = render_once(|| {
        for route in ["/api/v1/tenant", "/api/v1/patients/me"] {
            record(&Method::TRACE, route, StatusCode::METHOD_NOT_ALLOWED, Duration::from_millis(3));
            record(&Method::OPTIONS, route, StatusCode::NO_CONTENT, Duration::from_millis(3));
        }
    });
    for counted in [
        r#"hyeobom_http_requests_total{method="other",route="none"} 2"#,
        r#"hyeobom_http_requests_total{method="OPTIONS",route="none"} 2"#,
    ] {
        assert!(text.contains(counted), "{counted} is not in {text}");
    }
    assert!(!text.contains("/tenant"), "{text}");
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
