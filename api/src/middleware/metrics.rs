//! Request metrics, recorded through handles that are cached for each thread.
//!
//! Durations are grouped by area, and counts by route: a histogram has 15 lines, and one for each of about 300 routes
//! would make scrapes too large.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use ::metrics::{Counter, Histogram, counter, histogram};
use http::{Method, StatusCode};

use crate::metrics::{REQUEST_SECONDS, REQUESTS};

/// Grouped by method and class of status, then by route, so that a lookup does not copy the route.
type Handles = HashMap<(&'static str, &'static str), HashMap<String, (Counter, Histogram)>>;

thread_local! {
    static HANDLES: RefCell<Handles> = RefCell::default();
}

/// Records a request and its duration.
pub fn record(method: &Method, route: &str, status: StatusCode, elapsed: Duration) {
    HANDLES.with_borrow_mut(|handles| {
        let labels = (method_label(method), class_label(status));
        let routes = handles.entry(labels).or_default();
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), handles_of(labels, route));
        }
        if let Some((requests, seconds)) = routes.get(route) {
            requests.increment(1);
            seconds.record(elapsed.as_secs_f64());
        }
    });
}

fn handles_of((method, status): (&'static str, &'static str), route: &str) -> (Counter, Histogram) {
    let route = route.strip_prefix("/api/v1").unwrap_or(route);
    let area = route.split('/').find(|part| !part.is_empty()).unwrap_or("none");
    (
        counter!(REQUESTS.name, "method" => method, "route" => route.to_owned(), "status" => status),
        histogram!(REQUEST_SECONDS.name, "area" => area.to_owned()),
    )
}

/// Returns a method as a label. Unknown methods share one.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::HEAD => "HEAD",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

/// Returns the class of a status as a label.
fn class_label(status: StatusCode) -> &'static str {
    match status.as_u16() {
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use runtime::metrics::render_once;
    use serde_json::Value;

    use super::*;

    #[test]
    fn page_of_every_route_stays_small() {
        let document: Value = serde_json::from_str(include_str!("../../openapi.json")).expect("JSON");
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
}
