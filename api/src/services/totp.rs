//! Codes of an authenticator app (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, which every app supports.

use chrono::{DateTime, Utc};
use totp_rs::{Builder, Totp};

use crate::problem::Problem;

/// A new secret's length.
pub const SECRET_BYTES: usize = 20;

/// An app's secret.
pub struct AuthenticatorSecret(Totp);

impl std::fmt::Debug for AuthenticatorSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuthenticatorSecret(..)")
    }
}

impl AuthenticatorSecret {
    /// Returns the secret of these bytes.
    ///
    /// # Errors
    /// An internal problem when they are too few.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Problem> {
        Builder::new().with_secret(bytes).build().map(Self).map_err(|error| Problem::internal(error.to_string()))
    }

    /// Returns the URL for an app's QR code, with the names that the app shows.
    ///
    /// # Errors
    /// An internal problem when a name is invalid.
    pub fn url(&self, product: &str, login_id: &str) -> Result<String, Problem> {
        let issuer = product.replace(':', " ");
        let bytes = self.0.secret().as_bytes().to_vec();
        let named = Builder::new().with_secret(bytes).with_issuer(Some(issuer)).with_account_name(login_id.to_owned());
        let totp = named.build().map_err(|error| Problem::internal(error.to_string()))?;
        totp.to_url().map_err(|error| Problem::internal(error.to_string()))
    }

    /// Returns the secret in base32, for people to type.
    #[must_use]
    pub fn base32(&self) -> String {
        self.0.secret().to_base32()
    }

    /// Returns the 30-second step of a code, if it is the code of the step of `now` or of an adjacent one, because
    /// clocks differ.
    #[must_use]
    pub fn find_step(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let step = self.0.check(code, u64::try_from(now.timestamp()).ok()?)?;
        i64::try_from(step).ok()
    }
}
