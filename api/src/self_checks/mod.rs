//! Analyses of the patient's own photos.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod put_picture;
pub mod render;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::handle, list::handle))
        .routes(routes!(get::handle, delete::handle))
        .routes(routes!(put_picture::handle))
}
