//! The tenant's clinics.

pub mod favorite;
pub mod get;
pub mod list;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(get::handle))
        .routes(routes!(favorite::put, favorite::delete))
}
