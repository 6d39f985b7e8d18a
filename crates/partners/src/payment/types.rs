//! What goes through the port.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use domain::{Oid, ProviderName, Won};
use secrecy::SecretString;
use url::Url;

use crate::outside::Outage;

/// How far Korea's clocks, which have no summer time, are ahead.
pub(super) const KOREA_AHEAD: TimeDelta = TimeDelta::hours(9);

/// A tenant's account with a provider.
#[derive(Clone, Debug)]
pub struct Account {
    /// The provider.
    pub provider: ProviderName,
    /// What everybody may know it by: Toss' client key, Inicis' merchant id.
    pub client_id: String,
    /// Toss' secret key, Inicis' INIAPI key.
    pub secret: SecretString,
}

/// A payment to be begun.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// What is to be paid; more than nothing.
    pub amount: Won,
    /// What the payer reads on the statement; no personal data.
    pub name: &'a str,
    /// Who pays, for the provider's receipt.
    pub buyer: &'a str,
    /// Where the payer's browser comes back to, whatever happened.
    pub return_url: &'a Url,
    /// Whether the browser is a phone's.
    pub mobile: bool,
}

/// Where the payer goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkout {
    /// To this address.
    Redirect(Url),
    /// A page of ours posts this form.
    FormPost {
        /// Where to.
        action: Url,
        /// Names and values.
        fields: Vec<(String, String)>,
        /// The form's `accept-charset`.
        charset: &'static str,
    },
}

/// A payment that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// Where the payer goes.
    pub checkout: Checkout,
    /// The provider's name for the payment, when it has one already.
    pub provider_key: Option<String>,
}

/// What the payer's browser brings back. None of it is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// The payer agreed; the money is to be taken.
    Authorized {
        /// The order.
        oid: Oid,
        /// What the payer agreed to, when it is told.
        amount: Option<Won>,
        /// The provider's name for the payment.
        provider_key: String,
        /// Where the money is taken, when the provider says so at each payment: one of its own hosts.
        confirm_at: Option<Url>,
    },
    /// The payer gave up.
    Canceled {
        /// The order, when it is told.
        oid: Option<Oid>,
    },
    /// The payment was refused.
    Refused {
        /// The order, when it is told.
        oid: Option<Oid>,
        /// The provider's code.
        code: String,
        /// The provider's words, for the payer.
        message: String,
    },
}

/// Money to be taken.
#[derive(Clone, Copy, Debug)]
pub struct Confirm<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// Its amount, as we know it.
    pub amount: Won,
    /// The provider's name for the payment.
    pub provider_key: &'a str,
    /// From [`Returned::Authorized`].
    pub confirm_at: Option<&'a Url>,
}

/// Money to be given back.
#[derive(Clone, Copy, Debug)]
pub struct Cancel<'a> {
    /// The order.
    pub oid: &'a Oid,
    /// The provider's name for the payment.
    pub provider_key: &'a str,
    /// How much.
    pub amount: Won,
    /// Why; no personal data.
    pub reason: &'a str,
    /// Now: one provider signs the time.
    pub now: DateTime<Utc>,
}

/// A part of a list of movements.
#[derive(Clone, Debug)]
pub struct Window {
    /// From when.
    pub from: DateTime<Utc>,
    /// Until when.
    pub to: DateTime<Utc>,
    /// After the movement with this key.
    pub after: Option<String>,
    /// How many at most.
    pub limit: usize,
}

impl Window {
    /// The whole of a day in Korea.
    #[must_use]
    pub fn of_day(day: NaiveDate, after: Option<String>, limit: usize) -> Self {
        let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc() - KOREA_AHEAD;
        Self { from: midnight(day), to: midnight(day.succ_opt().unwrap_or(day)), after, limit }
    }
}

/// What a webhook is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The order.
    pub oid: Option<Oid>,
    /// The provider's name for the payment.
    pub provider_key: Option<String>,
}

/// Why a question had no answer. No text holds a key or personal data.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The provider cannot be reached, is slow or answers nonsense: trying again may help.
    #[error(transparent)]
    Outage(#[from] Outage),
    /// The provider refuses: trying again does not help.
    #[error("the provider refuses: {code}")]
    Refused {
        /// Its code.
        code: String,
        /// Its words.
        message: String,
    },
    /// The provider has no such thing.
    #[error("the provider has no such list")]
    Unsupported,
}

/// What became of money that was to move. No text holds a key or personal data.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// No money moved, and none will.
    #[error("the provider declines: {code}")]
    Declined {
        /// Its code.
        code: String,
        /// Its words, for the payer.
        message: String,
    },
    /// Whether money moved is open.
    #[error("whether money moved is open: {0}")]
    Unknown(#[from] Outage),
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        Self::Outage(error.into())
    }
}

impl From<reqwest::Error> for ConfirmError {
    fn from(error: reqwest::Error) -> Self {
        Self::Unknown(error.into())
    }
}
