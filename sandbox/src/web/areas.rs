//! Separates the applications by host: `/ops` exists only on the operators' host, `/hotel` only on the hosts of hotel
//! tenants, and these hosts serve nothing else.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};

use crate::configuration::OPS_HOST;

/// The hosts that serve only one application.
#[derive(Clone, Debug)]
pub struct Areas {
    hotel_hosts: Arc<[String]>,
}

impl Areas {
    /// Creates the areas from the operators' host and the hosts of hotel tenants.
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

/// The page for paths that are not found.
const NOT_FOUND_PAGE: &str = "/not-found.html";
/// The content security policies, which are not served.
const SECURITY_POLICIES: &str = "/csp.json";

/// Handles a request, or redirects it to its page. Other applications' paths are not found on this host.
pub async fn separate(State(areas): State<Areas>, mut request: Request, next: Next) -> Response {
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
        _ if path != SECURITY_POLICIES && (of_host == of_path || (is_file && of_path.is_none())) => {
            next.run(request).await
        }
        _ => {
            *request.uri_mut() = Uri::from_static(NOT_FOUND_PAGE);
            let mut response = next.run(request).await;
            *response.status_mut() = StatusCode::NOT_FOUND;
            response
        }
    }
}
