//! The requests' metrics, by handles that are looked up once for each route and thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use http::{Method, StatusCode};
use metrics::{Histogram, histogram};

/// By method and status, then by route: a look-up needs no copy of the route.
type Handles = HashMap<(&'static str, u16), HashMap<String, Histogram>>;

thread_local! {
    static HANDLES: RefCell<Handles> = RefCell::default();
}

/// Counts one answered request and how long it took.
pub fn record(method: &Method, route: &str, status: StatusCode, took: Duration) {
    HANDLES.with_borrow_mut(|handles| {
        let method = known(method);
        let routes = handles.entry((method, status.as_u16())).or_default();
        if let Some(handle) = routes.get(route) {
            handle.record(took.as_secs_f64());
            return;
        }
        let handle = histogram!(
            "http_request_seconds",
            "method" => method, "route" => route.to_owned(), "status" => status.as_str().to_owned(),
        );
        handle.record(took.as_secs_f64());
        routes.insert(route.to_owned(), handle);
    });
}

/// A method as a label; a client's inventions share one.
fn known(method: &Method) -> &'static str {
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
