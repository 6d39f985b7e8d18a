//! Request metrics, recorded through handles that are cached for each thread.
//!
//! There are about 300 routes, and a scrape stays small while each has two lines: its requests by method and, once one
//! failed, its failures. Classes of status and durations are grouped by area: each has several lines.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use ::metrics::{Counter, Histogram, counter, histogram};
use http::{Method, StatusCode};

use crate::metrics::{FAILURES, REQUEST_SECONDS, REQUESTS, RESPONSES, SHED};

/// The route and the area of requests that no handler serves.
const NO_ROUTE: &str = "none";

/// The metrics of one combination of method, class of status and route.
struct Handles {
    requests: Counter,
    responses: Counter,
    /// Only for failures, because every handle is a line of the page.
    failures: Option<Counter>,
    seconds: Histogram,
}

/// Grouped by method and class of status, then by route, so that a lookup does not copy the route.
type Cache = HashMap<(&'static str, &'static str), HashMap<String, Handles>>;

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// Records a request and its duration.
pub fn record(method: &Method, route: &str, status: StatusCode, elapsed: Duration) {
    let route = if is_served(method, status) { route } else { NO_ROUTE };
    CACHE.with_borrow_mut(|cache| {
        let labels = (method_label(method), class_label(status));
        let routes = cache.entry(labels).or_default();
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), Handles::new(labels, route));
        }
        if let Some(handles) = routes.get(route) {
            handles.requests.increment(1);
            handles.responses.increment(1);
            if let Some(failures) = &handles.failures {
                failures.increment(1);
            }
            handles.seconds.record(elapsed.as_secs_f64());
        }
    });
}

/// Counts a request that was refused because of overload.
pub fn record_shed() {
    counter!(SHED.name).increment(1);
}

impl Handles {
    fn new((method, status): (&'static str, &'static str), route: &str) -> Self {
        let route = route.strip_prefix("/api/v1").unwrap_or(route);
        let area = route.split('/').find(|part| !part.is_empty()).unwrap_or(NO_ROUTE);
        let failures = (status == "5xx").then(|| counter!(FAILURES.name, "route" => route.to_owned()));
        Self {
            requests: counter!(REQUESTS.name, "method" => method, "route" => route.to_owned()),
            responses: counter!(RESPONSES.name, "area" => area.to_owned(), "status" => status),
            failures,
            seconds: histogram!(REQUEST_SECONDS.name, "area" => area.to_owned()),
        }
    }
}

/// Returns whether the route has a handler for the method. Preflights and methods without a handler are counted
/// together, or a client could add a line for each method of each route.
fn is_served(method: &Method, status: StatusCode) -> bool {
    *method != Method::OPTIONS && status != StatusCode::METHOD_NOT_ALLOWED
}

/// Returns a method as a label. Unknown methods share one, and a route's handler of GET also serves HEAD.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET | Method::HEAD => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
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
