//! A clinic's staff: sign-in, experts, and the accounts that an admin manages.

pub mod create;
pub mod delete;
pub mod experts;
pub mod first_admin;
pub mod list;
pub mod login;
pub mod me;
pub mod password;
pub mod put;
pub mod session;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login::handle))
        .routes(routes!(me::handle))
        .routes(routes!(password::handle))
        .routes(routes!(experts::handle))
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle, delete::handle))
}
