//! A patient who buys: the order, the provider's page, the return and the claim.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::HOST;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::caller::Caller;
use crate::patient::Patient;
use crate::payments;

/// Timeout for a page to open, and for an order to be paid.
const TIMEOUT: Duration = Duration::from_mins(3);
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// A patient with a claim to pay for.
#[derive(Clone)]
pub struct Payer {
    patient: Patient,
    draft: Value,
    /// A client that does not follow redirects.
    pages: Client,
}

/// An unpaid order.
pub struct Order {
    /// The order number.
    pub oid: String,
    checkout: String,
}

impl Payer {
    /// Prepares a claim.
    ///
    /// # Errors
    /// A call or psql fails.
    pub async fn new(patient: &Patient) -> Result<Self> {
        let pages = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { patient: patient.clone(), draft: payments::create_draft(patient).await?, pages })
    }

    /// Creates an order.
    ///
    /// # Errors
    /// The product rejects the order, or does not respond in time.
    pub async fn order(&self, caller: &Caller, key: &str) -> Result<Order> {
        let call = || {
            Ok(self.patient.call(Method::POST, "/patients/payments").header("idempotency-key", key).json(&self.draft))
        };
        let order = caller.send(call).await?.into_success()?.body;
        let text = |field: &str| order["order"][field].as_str().with_context(|| format!("no order: {order}"));
        Ok(Order { oid: text("oid")?.to_owned(), checkout: self.api_url(text("checkoutUrl")?)? })
    }

    /// Pays at the provider's page, returns, and submits the claim.
    ///
    /// # Errors
    /// A call is rejected, or the order is not paid in time.
    pub async fn pay(&self, caller: &Caller, order: &Order) -> Result<()> {
        let start = Instant::now();
        let page = loop {
            let page = self.open(caller, &order.checkout).await?;
            // while the provider or the api is unavailable, the page redirects to the app, and the payer tries again
            if page.starts_with("http") {
                break page;
            }
            ensure!(start.elapsed() < TIMEOUT, "the payment page does not open: {page}");
            sleep(POLL_INTERVAL).await;
        };
        let call = || Ok(self.pages.post(&page).form(&[("choice", "pay")]));
        let back = self.api_url(&caller.send(call).await?.into_success()?.location)?;
        self.open(caller, &back).await?;
        loop {
            let body = json!({ "oid": order.oid });
            let call = || Ok(self.patient.call(Method::POST, "/patients/insurances").json(&body));
            let response = caller.send(call).await?;
            if response.body["code"] != "not_paid" {
                return response.into_success().map(drop);
            }
            ensure!(start.elapsed() < TIMEOUT, "the order was not paid");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Opens a page of the api and returns its redirect's target.
    async fn open(&self, caller: &Caller, url: &str) -> Result<String> {
        let call = || Ok(self.pages.get(url).header(HOST, &*self.patient.host));
        Ok(caller.send(call).await?.into_success()?.location)
    }

    /// Returns the URL of the api for a URL of the web app.
    fn api_url(&self, address: &str) -> Result<String> {
        let (_, path) = address.split_once("/api/v1").with_context(|| format!("{address} is no address of the api"))?;
        Ok(format!("{}{path}", self.patient.base))
    }
}
