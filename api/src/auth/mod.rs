//! Sign-up, sign-in and the signed-in patient.

pub mod attempt;
pub mod confirm;
pub mod delete_account;
pub mod end_session;
pub mod end_sessions;
pub mod list_sessions;
pub mod login;
pub mod logout;
pub mod me;
pub mod phone_code;
pub mod preview_deletion;
pub mod rules;
pub mod session;
pub mod shape;
pub mod signup;
pub mod valid_id;
pub mod verify_phone_code;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login::handle))
        .routes(routes!(signup::handle))
        .routes(routes!(valid_id::handle))
        .routes(routes!(phone_code::handle))
        .routes(routes!(verify_phone_code::handle))
        .routes(routes!(logout::handle))
        .routes(routes!(confirm::handle))
        .routes(routes!(list_sessions::handle, end_sessions::handle))
        .routes(routes!(end_session::handle))
        .routes(routes!(me::handle, delete_account::handle))
        .routes(routes!(preview_deletion::handle))
}
