//! Social sign-in: to the provider, back, and on to the sign-up of somebody new.

pub mod callback;
pub mod profile;
pub mod shape;
pub mod start;

use domain::{SocialProvider, TokenHash};
use partners::social::Social;

use crate::App;
use crate::guard::token;
use crate::problem::{Code, Problem};

/// The client of the provider that a path names.
///
/// # Errors
/// [`Code::NotFound`] when there is no such provider or it is not configured.
fn provider<'a>(app: &'a App, name: &str) -> Result<&'a Social, Problem> {
    let provider = SocialProvider::from_name(name).ok_or(Code::NotFound)?;
    app.parties.social(provider).ok_or_else(|| Code::NotFound.into())
}

/// The path of the API that a provider sends people back to.
fn way_back(provider: SocialProvider, tci: bool) -> String {
    format!("/api/v1/patients/social/{}{}", provider.as_str(), if tci { "/tci" } else { "" })
}

/// What is kept of a ticket: a hash of it and of the cookie of the browser that it was given to. The ticket stands in an
/// address, which somebody may send to somebody else; a sign-up there must not link the sender's account to the new one.
pub(crate) fn ticket_hash(ticket: &str, browser: Option<&str>) -> TokenHash {
    token::hash(&format!("{ticket}.{}", browser.unwrap_or_default()))
}
