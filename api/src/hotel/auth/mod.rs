//! Sign-in of a hotel tenant's users.

pub mod login;
pub mod logout;
pub mod me;
pub mod password;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login::handle))
        .routes(routes!(logout::handle))
        .routes(routes!(me::handle))
        .routes(routes!(password::handle))
}
