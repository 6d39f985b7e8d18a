//! The access log of a clinic, for its admins to search and to review month by month.

pub mod list;
pub mod month;
pub mod months;
pub mod put_month;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(months::handle))
        .routes(routes!(month::handle, put_month::handle))
}
