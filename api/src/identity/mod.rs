//! Verification of who a person is: out to the identity provider's window, back, and on to the sign-up.

pub mod get;
pub mod person;
pub mod start;
pub mod window;

use crate::App;
use crate::guard::token;
use crate::parties::Identity;
use crate::problem::{Code, Problem};

/// The identity provider.
///
/// # Errors
/// [`Code::NotFound`] when none is configured.
fn provider(app: &App) -> Result<&Identity, Problem> {
    app.parties.identity.as_ref().ok_or_else(|| Code::NotFound.into())
}

/// The id in a path, when it is of the form that the start gave out; anything else is the id of nothing.
///
/// # Errors
/// [`Code::NotFound`]: the database could not even be asked for a letter that it does not hold.
fn known_form(id: &str) -> Result<(), Problem> {
    let known = id.len() == token::LENGTH && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if known { Ok(()) } else { Err(Code::NotFound.into()) }
}
