//! A clinic's staff: sign-in, experts, and the accounts that an admin manages.

pub mod create;
pub mod delete;
pub mod experts;
pub mod list;
pub mod login;
pub mod me;
pub mod passkeys;
pub mod password;
pub mod put;
pub mod reset_password;
pub mod roles;
pub mod second_factor;
pub mod security;
pub mod session;
pub mod sessions;
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
        .routes(routes!(sessions::logout::handle))
        .routes(routes!(sessions::list::handle, sessions::delete_all::handle))
        .routes(routes!(sessions::delete::handle))
        .routes(routes!(second_factor::get::handle, second_factor::verify::handle))
        .routes(routes!(second_factor::begin::handle))
        .routes(routes!(second_factor::confirm::handle))
        .routes(routes!(second_factor::recovery_codes::handle))
        .routes(routes!(second_factor::remove::handle))
        .routes(routes!(second_factor::reset::handle))
        .routes(routes!(passkeys::begin::handle))
        .routes(routes!(passkeys::create::handle))
        .routes(routes!(passkeys::remove::handle))
        .routes(routes!(passkeys::sign_in_options::handle))
        .routes(routes!(passkeys::sign_in::handle))
        .routes(routes!(security::get::handle, security::put::handle))
        .routes(routes!(roles::handle))
        .routes(routes!(reset_password::handle))
        .routes(routes!(experts::handle))
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle, delete::handle))
}
