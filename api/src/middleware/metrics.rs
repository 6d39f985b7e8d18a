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
