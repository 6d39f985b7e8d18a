//! Request metrics, recorded through handles that are cached for each thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use http::{Method, StatusCode};
use metrics::{Histogram, histogram};

/// By method and status, then by route, so that a look-up does not copy the route.
type Handles = HashMap<(&'static str, u16), HashMap<String, Histogram>>;

thread_local! {
    static HANDLES: RefCell<Handles> = RefCell::default();
}

/// Records a request and its duration.
pub fn record(method: &Method, route: &str, status: StatusCode, elapsed: Duration) {
    HANDLES.with_borrow_mut(|handles| {
        let method = method_label(method);
        let routes = handles.entry((method, status.as_u16())).or_default();
        if let Some(handle) = routes.get(route) {
            handle.record(elapsed.as_secs_f64());
            return;
        }
        let handle = histogram!(
            "http_request_seconds",
            "method" => method, "route" => route.to_owned(), "status" => status.as_str().to_owned(),
        );
        handle.record(elapsed.as_secs_f64());
        routes.insert(route.to_owned(), handle);
    });
}

/// A method as a label. Unknown methods share one.
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
