//! Applications, for a clinic's staff. The access log records every read and change.

pub mod create;
pub mod generate;
pub mod get;
pub mod list;
pub mod list_of_patient;
pub mod picture;
pub mod put;
pub mod put_tci;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(list_of_patient::handle))
        .routes(routes!(generate::handle))
        .routes(routes!(get::handle, put::handle))
        .routes(routes!(picture::handle))
        .routes(routes!(put_tci::handle))
}
