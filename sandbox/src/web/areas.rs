//! Keeps the applications apart by host: `/ops` is on the operators' host alone, `/hotel` on the hosts of hotel tenants, and nothing
//! else is there.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};

use crate::configuration::OPS_HOST;

/// The hosts that serve one application and no other.
#[derive(Clone, Debug)]
pub struct Areas {
    hotel_hosts: Arc<[String]>,
}

impl Areas {
    /// The operators' host, and the hosts of hotel tenants.
    #[must_use]
    pub fn new(hotel_hosts: &[String]) -> Self {
        Self { hotel_hosts: hotel_hosts.into() }
    }

    /// Returns the home page of the only application on a request's host.
    fn find(&self, headers: &HeaderMap) -> Option<&'static str> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_end_matches('.');
        if name.eq_ignore_ascii_case(OPS_HOST) {
            Some("/ops")
        } else if self.hotel_hosts.iter().any(|hotel| name.eq_ignore_ascii_case(hotel)) {
            Some("/hotel")
        } else {
            None
        }
    }
}

/// Answers a request, or sends it to where its page is.
pub async fn separate(State(areas): State<Areas>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let of_host = areas.find(request.headers());
    let of_path = match path.split('/').nth(1) {
        Some("ops") => Some("/ops"),
        Some("hotel") => Some("/hotel"),
        _ => None,
    };
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match of_host {
        Some(home) if path == "/" => Redirect::temporary(home).into_response(),
        _ if of_host == of_path || (is_file && of_path.is_none()) => next.run(request).await,
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
