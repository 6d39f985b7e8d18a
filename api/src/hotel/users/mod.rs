//! Accounts of a hotel tenant, managed by its super admins.

pub mod create;
pub mod delete;
pub mod list;
pub mod manage;
pub mod put;
pub mod reset_password;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle, delete::handle))
        .routes(routes!(reset_password::handle))
}
