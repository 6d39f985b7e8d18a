//! Requests and results of payment providers.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::calendar::korean_time;
use domain::{Krw, Oid, ProviderName};
use secrecy::SecretString;
use url::Url;

use crate::http::ServiceUnavailable;

/// A tenant's account at a provider.
#[derive(Clone, Debug)]
pub struct MerchantAccount {
    /// The provider.
    pub provider: ProviderName,
    /// The public id: Toss' client key, Inicis' merchant id.
    pub client_id: String,
    /// The secret: Toss' secret key, Inicis' INIAPI key.
    pub secret: SecretString,
}

/// Why a stored account cannot be used. The message does not contain the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAccount {
    /// Its provider is not known.
    #[error("a payment account of an unknown provider")]
    UnknownProvider,
    /// Its secret is not text.
    #[error("a payment secret that is not text")]
    InvalidSecret,
}

impl MerchantAccount {
    /// Parses a stored account with its decrypted secret.
    ///
    /// # Errors
    /// [`InvalidAccount`] when the provider is unknown or the secret is not text.
    pub fn parse(provider: &str, client_id: String, secret: Vec<u8>) -> Result<Self, InvalidAccount> {
        let provider = provider.parse().map_err(|_| InvalidAccount::UnknownProvider)?;
        let secret = String::from_utf8(secret).map_err(|_| InvalidAccount::InvalidSecret)?;
        Ok(Self { provider, client_id, secret: SecretString::from(secret) })
    }
}

/// A payment to start.
#[derive(Clone, Copy, Debug)]
pub struct NewCheckout<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// The amount, above 0.
    pub amount: Krw,
    /// The name on the payer's statement, without personal data.
    pub name: &'a str,
    /// The payer's name, for the provider's receipt.
    pub buyer: &'a str,
    /// Where the payer's browser returns in every case.
    pub return_url: &'a Url,
    /// Whether the browser runs on a phone.
    pub mobile: bool,
}

/// How the payer gets to the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkout {
    /// By a redirect to this URL.
    Redirect(Url),
    /// By a form that our page posts.
    FormPost {
        /// The form's action.
        action: Url,
        /// The names and values of its fields.
        fields: Vec<(String, String)>,
        /// The form's `accept-charset`.
        charset: &'static str,
    },
}

/// A started payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedCheckout {
    /// How the payer gets to the provider.
    pub checkout: Checkout,
    /// The provider's key of the payment, if it exists already.
    pub provider_key: Option<String>,
}

/// The payer's return from the provider. Its values are not trustworthy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckoutResult {
    /// The payer agreed; the payment must be confirmed.
    Authorized {
        /// The order.
        oid: Oid,
        /// The amount, if the provider states it.
        amount: Option<Krw>,
        /// The provider's key of the payment.
        provider_key: String,
        /// The confirmation URL, if the provider states one for each payment. Its host is one of the provider's own.
        confirm_at: Option<Url>,
    },
    /// The payer canceled.
    Canceled {
        /// The order, if the provider states it.
        oid: Option<Oid>,
    },
    /// The provider refused the payment.
    Refused {
        /// The order, if the provider states it.
        oid: Option<Oid>,
        /// The provider's code.
        code: String,
        /// The provider's message for the payer.
        message: String,
    },
}

/// A payment to confirm.
#[derive(Clone, Copy, Debug)]
pub struct ConfirmRequest<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// The order's amount.
    pub amount: Krw,
    /// The provider's key of the payment.
    pub provider_key: &'a str,
    /// From [`CheckoutResult::Authorized`].
    pub confirm_at: Option<&'a Url>,
}

/// A payment to refund.
#[derive(Clone, Copy, Debug)]
pub struct CancelRequest<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// The provider's key of the payment.
    pub provider_key: &'a str,
    /// The amount.
    pub amount: Krw,
    /// The reason, without personal data.
    pub reason: &'a str,
    /// The current time, which Inicis signs.
    pub now: DateTime<Utc>,
}

/// A page of the list of transactions.
#[derive(Clone, Debug)]
pub struct TransactionQuery {
    /// The beginning of the period.
    pub from: DateTime<Utc>,
    /// The end of the period.
    pub to: DateTime<Utc>,
    /// The key of the last transaction on the previous page.
    pub after: Option<String>,
    /// The largest number of transactions.
    pub limit: usize,
}

impl TransactionQuery {
    /// Returns the first page of a day in Korea, or the page after the transaction `after`.
    #[must_use]
    pub fn for_day(day: NaiveDate, after: Option<String>, limit: usize) -> Self {
        let midnight = |day: NaiveDate| korean_time(day, NaiveTime::MIN);
        Self { from: midnight(day), to: midnight(day.succ_opt().unwrap_or(day)), after, limit }
    }
}

/// The payment that a webhook is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookHint {
    /// The order.
    pub oid: Option<Oid>,
    /// The provider's key of the payment.
    pub provider_key: Option<String>,
}

/// Why a call failed that does not move money. The texts contain neither keys nor personal data.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The provider cannot be reached, is slow or sends an unexpected response. A retry may help.
    #[error(transparent)]
    ServiceUnavailable(#[from] ServiceUnavailable),
    /// The provider refuses. A retry does not help.
    #[error("the provider refuses: {code}")]
    Refused {
        /// The provider's code.
        code: String,
        /// The provider's message.
        message: String,
    },
    /// The provider has no such list.
    #[error("the provider has no such list")]
    Unsupported,
}

/// Why a call failed that can move money. The texts contain neither keys nor personal data.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// The provider declines: no money moves.
    #[error("the provider declines: {code}")]
    Declined {
        /// The provider's code.
        code: String,
        /// The provider's message for the payer.
        message: String,
    },
    /// It is unknown whether money moved.
    #[error("it is unknown whether money moved: {0}")]
    Unknown(#[from] ServiceUnavailable),
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        Self::ServiceUnavailable(error.into())
    }
}

impl From<reqwest::Error> for ConfirmError {
    fn from(error: reqwest::Error) -> Self {
        Self::Unknown(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusable_stored_account_is_refused() {
        let parse = |provider: &str, secret: &[u8]| {
            MerchantAccount::parse(provider, "id".to_owned(), secret.to_vec()).map(|account| account.provider)
        };
        assert_eq!(parse("toss", b"sk"), Ok(ProviderName::Toss));
        assert_eq!(parse("inicis", b"sk"), Ok(ProviderName::Inicis));
        assert_eq!(parse("paypal", b"sk"), Err(InvalidAccount::UnknownProvider));
        assert_eq!(parse("toss", &[0xff]), Err(InvalidAccount::InvalidSecret));
    }
}
