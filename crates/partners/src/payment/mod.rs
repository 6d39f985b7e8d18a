//! Card payment. One port, and a client for each provider that speaks its protocol.
//!
//! A payment is begun ([`Provider::start`]), agreed to by the payer in the provider's window, and taken by us
//! ([`Provider::confirm`]) once the payer is back ([`Provider::read_return`]). What the browser brings is a hint and what a
//! webhook says is another: the truth is [`Provider::by_order`]. Every call that moves money carries a key made of the order
//! and the operation, so that asking twice moves it once.

mod form;
pub mod inicis;
pub mod toss;
mod types;

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use domain::payment::{Settlement, Transaction};
use domain::{Oid, ProviderName, ProviderPayment};
use reqwest::Client;
use url::Url;

pub use form::read_form;
use inicis::Inicis;
use toss::Toss;
pub use types::{Account, Cancel, Checkout, Confirm, ConfirmError, Error, Hint, NewPayment, Returned, Started, Window};

use crate::outside::{Outage, client};

/// How long one call may take that a page waits for, three seconds in all.
const START_LIMIT: Duration = Duration::from_millis(2_500);
/// How long one call may take that moves money or asks about it. The payer's window waits.
const CALL_LIMIT: Duration = Duration::from_secs(10);
/// How long a list of a day may take; the providers ask for at least a minute.
const LIST_LIMIT: Duration = Duration::from_mins(1);

/// Where the providers are.
#[derive(Clone, Debug)]
pub struct PaymentUrls {
    /// `TOSS_URL`: `https://api.tosspayments.com`, or the sandbox.
    pub toss: Url,
    /// `INICIS_URL`: `https://mobile.inicis.com`, or the sandbox.
    pub inicis: Url,
    /// `INICIS_API_URL`: `https://iniapi.inicis.com`, or the sandbox.
    pub inicis_api: Url,
}

/// The clients of all providers; clones share their connections.
#[derive(Clone, Debug)]
pub struct Payments {
    urls: PaymentUrls,
    https: Https,
}

/// Clients by how patient they are.
#[derive(Clone, Debug)]
struct Https {
    start: Client,
    call: Client,
    list: Client,
}

/// A tenant's account with one provider, ready to be used.
#[derive(Clone, Debug)]
pub enum Provider {
    /// Toss Payments.
    Toss(Toss),
    /// KG Inicis, mobile.
    Inicis(Inicis),
}

impl Payments {
    /// The clients; nothing is sent yet.
    ///
    /// # Errors
    /// When the TLS library does not start.
    pub fn new(urls: PaymentUrls) -> Result<Self, Outage> {
        let https = Https { start: client(START_LIMIT)?, call: client(CALL_LIMIT)?, list: client(LIST_LIMIT)? };
        Ok(Self { urls, https })
    }

    /// The provider as the tenant with this account knows it. Costs nothing.
    #[must_use]
    pub fn provider(&self, account: Account) -> Provider {
        match account.provider {
            ProviderName::Toss => Provider::Toss(Toss::new(self.https.clone(), self.urls.toss.clone(), account)),
            ProviderName::Inicis => Provider::Inicis(Inicis::new(self.https.clone(), &self.urls, account)),
        }
    }
}

impl Provider {
    /// Which provider it is.
    #[must_use]
    pub const fn name(&self) -> ProviderName {
        match self {
            Self::Toss(_) => ProviderName::Toss,
            Self::Inicis(_) => ProviderName::Inicis,
        }
    }

    /// Begins a payment and says where the payer goes. Asking again with the same order begins no second one.
    ///
    /// # Errors
    /// [`Error::Refused`] or [`Error::Outage`].
    pub async fn start(&self, new: &NewPayment<'_>) -> Result<Started, Error> {
        match self {
            Self::Toss(toss) => toss.start(new).await,
            Self::Inicis(inicis) => inicis.start(new),
        }
    }

    /// Reads what the payer's browser brings back: the query of a `GET`, or the form of a `POST` ([`read_form`] decodes both).
    /// Nothing in it is proven: the amount is compared with the order's, and [`Provider::confirm`] says whether it is true.
    ///
    /// # Errors
    /// [`Error::Refused`] with the code `malformed` when it is not what the provider sends.
    pub fn read_return(&self, pairs: &[(String, String)]) -> Result<Returned, Error> {
        match self {
            Self::Toss(_) => toss::read_return(pairs),
            Self::Inicis(inicis) => inicis.read_return(pairs),
        }
    }

    /// Takes the money that the payer agreed to. The answer's order, amount and currency are the provider's: compare them
    /// ([`domain::order::settle`]).
    ///
    /// # Errors
    /// [`ConfirmError::Declined`] when no money moved and none will; [`ConfirmError::Unknown`] when that is open and
    /// [`Provider::by_order`] must be asked.
    pub async fn confirm(&self, confirm: &Confirm<'_>) -> Result<ProviderPayment, ConfirmError> {
        match self {
            Self::Toss(toss) => toss.confirm(confirm).await,
            Self::Inicis(inicis) => inicis.confirm(confirm).await,
        }
    }

    /// The payment of an order; none when the provider does not know it. One provider signs the time `now`.
    ///
    /// # Errors
    /// [`Error::Outage`], or [`Error::Refused`] when we are not let in.
    pub async fn by_order(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        match self {
            Self::Toss(toss) => toss.by_order(oid).await,
            Self::Inicis(inicis) => inicis.by_order(oid, now).await,
        }
    }

    /// Gives money back.
    ///
    /// # Errors
    /// As [`Provider::confirm`].
    pub async fn cancel(&self, cancel: &Cancel<'_>) -> Result<ProviderPayment, ConfirmError> {
        match self {
            Self::Toss(toss) => toss.cancel(cancel).await,
            Self::Inicis(inicis) => inicis.cancel(cancel).await,
        }
    }

    /// One page of the movements of money in a time, the oldest first: at most `window.limit` (5,000) after the movement
    /// `window.after`. A page that is not full is the last one.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a provider without such a list, [`Error::Outage`] or [`Error::Refused`].
    pub async fn day(&self, window: &Window) -> Result<Vec<Transaction>, Error> {
        match self {
            Self::Toss(toss) => toss.day(window).await,
            Self::Inicis(_) => Err(Error::Unsupported),
        }
    }

    /// One page, counted from 1, of what the provider pays out on `day`. A page with fewer than [`SETTLEMENT_PAGE`] is the last.
    ///
    /// # Errors
    /// As [`Provider::day`].
    pub async fn settlements(&self, day: NaiveDate, page: u32) -> Result<Vec<Settlement>, Error> {
        match self {
            Self::Toss(toss) => toss.settlements(day, page).await,
            Self::Inicis(_) => Err(Error::Unsupported),
        }
    }
}

/// Rows of one page of [`Provider::settlements`].
pub const SETTLEMENT_PAGE: usize = 1_000;

/// What a provider's webhook is about; none when it is about nothing of ours. Neither provider signs it, so it proves nothing:
/// [`Provider::by_order`] must be asked.
#[must_use]
pub fn read_webhook(provider: ProviderName, body: &[u8]) -> Option<Hint> {
    match provider {
        ProviderName::Toss => toss::read_webhook(body),
        ProviderName::Inicis => inicis::read_webhook(body),
    }
}
