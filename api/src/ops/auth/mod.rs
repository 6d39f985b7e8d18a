//! Sign-in of operators: password, then a code of the second factor.

pub mod codes;
pub mod confirm_second_factor;
pub mod login;
pub mod logout;
pub mod me;
pub mod password;
pub mod second_factor;
pub mod set_up_second_factor;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login::handle))
        .routes(routes!(second_factor::handle))
        .routes(routes!(set_up_second_factor::handle))
        .routes(routes!(confirm_second_factor::handle))
        .routes(routes!(password::handle))
        .routes(routes!(logout::handle))
        .routes(routes!(me::handle))
}
