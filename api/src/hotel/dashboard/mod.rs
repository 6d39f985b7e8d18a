//! The dashboards of a hotel and of several hotels.

pub mod get;
pub mod overview;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get::handle)).routes(routes!(overview::handle))
}
