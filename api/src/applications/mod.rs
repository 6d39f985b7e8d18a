//! A patient's applications for an analysis at a clinic.

pub mod create;
pub mod get;
pub mod get_tci;
pub mod link;
pub mod list;
pub mod person;
pub mod put;
pub mod report;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::handle, list::handle))
        .routes(routes!(get::handle, put::handle))
        .routes(routes!(get_tci::handle))
        .routes(routes!(link::handle))
        .routes(routes!(report::handle))
}
