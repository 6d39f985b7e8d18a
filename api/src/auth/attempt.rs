//! The rate limits of a sign-in attempt: by address, and by account in a way that does not lock its owner out.

use domain::LoginUserId;

use super::session::SignIn;
use crate::App;
use crate::problem::Problem;
use crate::services::limiter::{LOGIN_ACCOUNT, LOGIN_ACCOUNT_ADDRESS, LOGIN_ADDRESS, LOGIN_DEVICE, Rule};

/// A sign-in attempt.
#[derive(Clone, Debug)]
pub struct Attempt {
    address: String,
    /// The narrow limit: per account and browser, or per account and address.
    narrow: (Rule, String),
    /// The account, whose limit all unknown browsers share; `None` in a browser that is known for the account.
    account: Option<String>,
}

impl Attempt {
    /// Creates an attempt to sign in with a name, as typed and as parsed.
    #[must_use]
    pub fn new(sign_in: &SignIn<'_>, typed: &str, login: Option<&LoginUserId>) -> Self {
        let account = format!("{}:{}", sign_in.tenant.row.id, typed.to_ascii_lowercase());
        let address = sign_in.visitor.address.network();
        let device = sign_in.known_device().filter(|device| login.is_some_and(|login| device.contains(login)));
        if let Some(device) = device {
            let narrow = (LOGIN_DEVICE, format!("{account}:{}", device.subject()));
            Self { address, narrow, account: None }
        } else {
            let narrow = (LOGIN_ACCOUNT_ADDRESS, format!("{account}:{address}"));
            Self { address, narrow, account: Some(account) }
        }
    }

    /// Counts the attempt.
    ///
    /// # Errors
    /// [`Problem::too_many_requests`] when one of the limits is exceeded.
    pub async fn count(&self, app: &App) -> Result<(), Problem> {
        app.limiter.count(LOGIN_ADDRESS, &self.address).await?;
        app.limiter.count(self.narrow.0, &self.narrow.1).await?;
        if let Some(account) = &self.account {
            app.limiter.count(LOGIN_ACCOUNT, account).await?;
        }
        Ok(())
    }

    /// Resets the narrow limit after a success. The limit that all unknown browsers share takes back only this attempt:
    /// the owner's sign-ins must not give an attacker more attempts.
    pub async fn reset(&self, app: &App) {
        app.limiter.reset(self.narrow.0, &self.narrow.1).await;
        if let Some(account) = &self.account {
            app.limiter.refund(LOGIN_ACCOUNT, account).await;
        }
    }
}
