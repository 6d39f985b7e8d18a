//! Social sign-in: the redirect to the provider, the return, and the sign-up of a new person.

pub mod callback;
pub mod profile;
pub mod shape;
pub mod start;

use domain::SocialProvider;
use partners::social::SocialClient;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(start::handle))
        .routes(routes!(callback::handle))
        .routes(routes!(callback::handle_tci))
        .routes(routes!(profile::handle))
}

/// Returns the client of the provider that a path names.
///
/// # Errors
/// [`Code::NotFound`] when there is no such provider or it is not configured.
fn provider<'a>(app: &'a App, name: &str) -> Result<&'a SocialClient, Problem> {
    let provider = name.parse::<SocialProvider>().map_err(|_| Code::NotFound)?;
    app.parties.social(provider).ok_or_else(|| Code::NotFound.into())
}

/// Returns the path of the callback that a provider redirects to.
fn callback_path(provider: SocialProvider, tci: bool) -> String {
    format!("/api/v1/patients/social/{}{}", provider.as_str(), if tci { "/tci" } else { "" })
}
