//! Identity verification: the redirect to the identity provider's window, the return, and the sign-up.

pub mod get;
pub mod person;
pub mod start;
pub mod window;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::parties::Identity;
use crate::problem::{Code, Problem};
use crate::services::token;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(start::handle)).routes(routes!(window::handle)).routes(routes!(get::handle))
}

/// Returns the identity provider.
///
/// # Errors
/// [`Code::NotFound`] when none is configured.
fn provider(app: &App) -> Result<&Identity, Problem> {
    app.parties.identity.as_ref().ok_or_else(|| Code::NotFound.into())
}

/// Checks that an id in a path has the format of the ids that the start issues.
///
/// # Errors
/// [`Code::NotFound`]. The database would reject some characters.
fn check_id_format(id: &str) -> Result<(), Problem> {
    let is_well_formed =
        id.len() == token::LENGTH && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if is_well_formed { Ok(()) } else { Err(Code::NotFound.into()) }
}
