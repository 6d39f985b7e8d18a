//! A tenant's logo and the picture of its banner. The tenant's own origin serves them to people.

pub mod banner;
pub mod logo;

use axum::extract::DefaultBodyLimit;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::{HeaderName, HeaderValue, header};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The largest body: a little more than the largest picture, so that a picture that is too large gets its own problem.
const MAX_BODY_BYTES: usize = 300 * 1024;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(logo::get, logo::put, logo::delete))
        .routes(routes!(banner::get, banner::put, banner::delete))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

/// Why a picture is changed: the body of such a call is the file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    /// The reason, recorded in the audit.
    #[param(required, max_length = 200)]
    reason: String,
}

/// Returns a file that must not be cached, because the operator may just have changed it.
fn file(media_type: &str, bytes: Vec<u8>) -> Response {
    let media_type = HeaderValue::from_str(media_type).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers: [(HeaderName, HeaderValue); 1] = [(header::CONTENT_TYPE, media_type)];
    (headers, Bytes::from(bytes)).into_response()
}
