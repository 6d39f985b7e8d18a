//! Verification of who a person is: out to the identity provider's window, back, and on to the sign-up.

pub mod get;
pub mod person;
pub mod start;
pub mod window;

use crate::App;
use crate::parties::Identity;
use crate::problem::{Code, Problem};

/// The identity provider.
///
/// # Errors
/// [`Code::NotFound`] when none is configured.
fn provider(app: &App) -> Result<&Identity, Problem> {
    app.parties.identity.as_ref().ok_or_else(|| Code::NotFound.into())
}
