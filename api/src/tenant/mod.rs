//! The parts of the tenant that the web app shows.

pub mod banner;
pub mod get;
pub mod icon;
pub mod logo;
pub mod manifest;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get::handle))
        .routes(routes!(logo::handle))
        .routes(routes!(banner::handle))
        .routes(routes!(icon::handle))
        .routes(routes!(manifest::handle))
}
