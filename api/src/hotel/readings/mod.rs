//! Readings that the machines of partners send.

pub mod create;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The largest body, which exceeds that of a thousand readings.
const MAX_BODY_BYTES: usize = 256 * 1024;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create::handle)).layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}
