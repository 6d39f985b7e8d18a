//! Accounts of operators.

pub mod add;
pub mod create;
pub mod list;
pub mod put;
pub mod reset;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle))
        .routes(routes!(reset::handle))
}
