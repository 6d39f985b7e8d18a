//! Card payments: one interface, and a client for each provider.
//!
//! [`Provider::start`] starts a payment. The payer agrees in the provider's window and returns
//! ([`Provider::parse_return`]), and [`Provider::confirm`] takes the money. The browser's return and webhooks are only
//! hints: [`Provider::find_by_order`] is authoritative. Calls that move money carry an idempotency key of order and
//! operation, so that a retry does not move it twice.

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

pub use form::parse_form;
use inicis::Inicis;
use toss::Toss;
pub use types::{
    CancelRequest, Checkout, CheckoutResult, ConfirmError, ConfirmRequest, Error, InvalidAccount, MerchantAccount,
    NewCheckout, StartedCheckout, TransactionQuery, WebhookHint,
};

use crate::http::{ServiceUnavailable, build_client};

/// How long a call may take for which a page waits. The page waits for three seconds.
const START_TIMEOUT: Duration = Duration::from_millis(2_500);
/// How long a call may take for which the payer's window waits.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a daily list may take. The providers recommend at least a minute.
const LIST_TIMEOUT: Duration = Duration::from_mins(1);

/// The URLs of the providers.
#[derive(Clone, Debug)]
pub struct PaymentUrls {
    /// `TOSS_URL`: `https://api.tosspayments.com`, or the sandbox.
    pub toss: Url,
    /// `INICIS_URL`: `https://mobile.inicis.com`, or the sandbox.
    pub inicis: Url,
    /// `INICIS_API_URL`: `https://iniapi.inicis.com`, or the sandbox.
    pub inicis_api: Url,
}

/// The clients of all providers. Clones share their connections.
#[derive(Clone, Debug)]
pub struct Payments {
    urls: PaymentUrls,
    clients: HttpClients,
}

/// HTTP clients by timeout.
#[derive(Clone, Debug)]
struct HttpClients {
    start: Client,
    call: Client,
    list: Client,
}

/// A client of a provider for a tenant's account.
#[derive(Clone, Debug)]
pub enum Provider {
    /// Toss Payments.
    Toss(Toss),
    /// KG Inicis, mobile.
    Inicis(Inicis),
}

impl Payments {
    /// Builds the clients without connecting.
    ///
    /// # Errors
    /// [`ServiceUnavailable`] when the TLS library does not start.
    pub fn new(urls: PaymentUrls) -> Result<Self, ServiceUnavailable> {
        let clients = HttpClients {
            start: build_client(START_TIMEOUT)?,
            call: build_client(CALL_TIMEOUT)?,
            list: build_client(LIST_TIMEOUT)?,
        };
        Ok(Self { urls, clients })
    }

    /// Returns a client for an account. This is cheap.
    #[must_use]
    pub fn provider(&self, account: MerchantAccount) -> Provider {
        match account.provider {
            ProviderName::Toss => Provider::Toss(Toss::new(self.clients.clone(), self.urls.toss.clone(), account)),
            ProviderName::Inicis => Provider::Inicis(Inicis::new(self.clients.clone(), &self.urls, account)),
        }
    }
}

impl Provider {
    /// Returns the provider's name.
    #[must_use]
    pub const fn name(&self) -> ProviderName {
        match self {
            Self::Toss(_) => ProviderName::Toss,
            Self::Inicis(_) => ProviderName::Inicis,
        }
    }

    /// Starts a payment. A repeated call with the same order does not start another one.
    ///
    /// # Errors
    /// [`Error::Refused`] or [`Error::ServiceUnavailable`].
    pub async fn start(&self, new: &NewCheckout<'_>) -> Result<StartedCheckout, Error> {
        match self {
            Self::Toss(toss) => toss.start(new).await,
            Self::Inicis(inicis) => inicis.start(new),
        }
    }

    /// Parses what the payer's browser sends on its return: the query of a `GET`, or the form of a `POST`
    /// ([`parse_form`] decodes both). The values are not trustworthy: compare the amount with the order's and call
    /// [`Provider::confirm`].
    ///
    /// # Errors
    /// [`Error::Refused`] with the code `malformed` for anything that is not the provider's return.
    pub fn parse_return(&self, pairs: &[(String, String)]) -> Result<CheckoutResult, Error> {
        match self {
            Self::Toss(_) => toss::parse_return(pairs),
            Self::Inicis(inicis) => inicis.parse_return(pairs),
        }
    }

    /// Confirms a payment, which takes the money. Compare the response's amount and currency with the order
    /// ([`domain::order::next_step`]).
    ///
    /// # Errors
    /// [`ConfirmError::Declined`] when no money moves; [`ConfirmError::Unknown`] when [`Provider::find_by_order`] must decide.
    pub async fn confirm(&self, confirm: &ConfirmRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        match self {
            Self::Toss(toss) => toss.confirm(confirm).await,
            Self::Inicis(inicis) => inicis.confirm(confirm).await,
        }
    }

    /// Returns the payment of an order, or `None` if the provider has none. Inicis signs the time `now`.
    ///
    /// # Errors
    /// [`Error::ServiceUnavailable`], or [`Error::Refused`] when our credentials are refused.
    pub async fn find_by_order(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        match self {
            Self::Toss(toss) => toss.find_by_order(oid).await,
            Self::Inicis(inicis) => inicis.find_by_order(oid, now).await,
        }
    }

    /// Refunds a payment.
    ///
    /// # Errors
    /// As [`Provider::confirm`].
    pub async fn cancel(&self, cancel: &CancelRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        match self {
            Self::Toss(toss) => toss.cancel(cancel).await,
            Self::Inicis(inicis) => inicis.cancel(cancel).await,
        }
    }

    /// Returns a page of transactions, the oldest first. A page with fewer than `query.limit` rows (at most 5,000) is the last one.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a provider without such a list, [`Error::ServiceUnavailable`] or [`Error::Refused`].
    pub async fn list_transactions(&self, query: &TransactionQuery) -> Result<Vec<Transaction>, Error> {
        match self {
            Self::Toss(toss) => toss.list_transactions(query).await,
            Self::Inicis(_) => Err(Error::Unsupported),
        }
    }

    /// Returns a page, counted from 1, of the settlements that are paid out on `day`. A page with fewer than [`SETTLEMENT_PAGE_ROWS`]
    /// rows is the last one.
    ///
    /// # Errors
    /// As [`Provider::list_transactions`].
    pub async fn list_settlements(&self, day: NaiveDate, page: u32) -> Result<Vec<Settlement>, Error> {
        match self {
            Self::Toss(toss) => toss.list_settlements(day, page).await,
            Self::Inicis(_) => Err(Error::Unsupported),
        }
    }
}

/// The number of rows on a full page of [`Provider::list_settlements`].
pub const SETTLEMENT_PAGE_ROWS: usize = 1_000;

/// Parses a provider's webhook. Returns `None` for other events. The providers do not sign webhooks, so the result is
/// only a hint to call [`Provider::find_by_order`].
#[must_use]
pub fn parse_webhook(provider: ProviderName, body: &[u8]) -> Option<WebhookHint> {
    match provider {
        ProviderName::Toss => toss::parse_webhook(body),
        ProviderName::Inicis => inicis::parse_webhook(body),
    }
}
