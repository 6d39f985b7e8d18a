//! The provider's JSON, and what it means to us. Fields that we do not need are not read: new ones appear without notice.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payment::{Settlement, Transaction};
use domain::{Oid, ProviderPayment, ProviderStatus, Won};
use serde::Deserialize;
use url::Url;

use crate::lenient::or_default;
use crate::outside::Outage;

/// `Payment`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payment {
    #[serde(rename = "paymentKey")]
    key: String,
    order_id: String,
    status: String,
    total_amount: i64,
    balance_amount: i64,
    #[serde(default = "won")]
    currency: String,
    #[serde(default, deserialize_with = "or_default")]
    method: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    approved_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "or_default")]
    last_transaction_key: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    receipt: Option<Page>,
    #[serde(default, deserialize_with = "or_default")]
    checkout: Option<Page>,
    #[serde(default, deserialize_with = "or_default")]
    failure: Option<Refusal>,
}

/// A page's address.
#[derive(Deserialize)]
struct Page {
    url: String,
}

/// `{code, message}`.
#[derive(Deserialize)]
pub(super) struct Refusal {
    pub code: String,
    #[serde(default)]
    pub message: String,
}

/// `Transaction`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransactionRow {
    transaction_key: String,
    payment_key: String,
    order_id: String,
    status: String,
    transaction_at: DateTime<Utc>,
    amount: i64,
}

/// `Settlement`. The two published copies name the fee without its tax differently.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettlementRow {
    transaction_key: String,
    order_id: String,
    amount: i64,
    #[serde(alias = "suppliedAmount")]
    supply_amount: i64,
    vat: i64,
    pay_out_amount: i64,
    sold_date: NaiveDate,
    paid_out_date: NaiveDate,
    #[serde(default)]
    cancel: Option<serde_json::Value>,
}

/// `PAYMENT_STATUS_CHANGED`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Event {
    pub event_type: String,
    pub data: EventData,
}

/// What an event is about.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventData {
    #[serde(default)]
    pub payment_key: Option<String>,
    #[serde(default)]
    pub order_id: Option<String>,
}

fn won() -> String {
    "KRW".to_owned()
}

impl Payment {
    /// Where the payer goes.
    pub(super) fn checkout(&self) -> Option<Url> {
        self.checkout.as_ref()?.url.parse().ok()
    }

    /// The provider's name for the payment.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The payment of the order that was asked for.
    pub(super) fn of(self, oid: &Oid) -> Result<ProviderPayment, Outage> {
        if self.order_id != oid.as_str() {
            return Err(Outage("an answer about another order".to_owned()));
        }
        Ok(ProviderPayment {
            oid: oid.clone(),
            provider_key: self.key,
            status: status(&self.status)?,
            amount: Won::new(self.total_amount),
            balance: Won::new(self.balance_amount),
            currency: self.currency,
            method: self.method,
            approved_at: self.approved_at,
            receipt_url: self.receipt.map(|page| page.url).filter(|url| is_page(url)),
            transaction_key: self.last_transaction_key,
            failure: self.failure.map(|refusal| (refusal.code, refusal.message)),
        })
    }
}

/// A receipt is shown as a link: an address of another kind could be a script.
fn is_page(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

impl TransactionRow {
    pub(super) fn read(self) -> Result<Transaction, Outage> {
        let status = status(&self.status)?;
        let back = matches!(status, ProviderStatus::Canceled | ProviderStatus::PartialCanceled);
        Ok(Transaction {
            transaction_key: self.transaction_key,
            oid: self.order_id,
            provider_key: self.payment_key,
            status,
            amount: signed(self.amount, back),
            at: self.transaction_at,
        })
    }
}

impl From<SettlementRow> for Settlement {
    fn from(row: SettlementRow) -> Self {
        // all four have one sign, and the published examples differ in which
        let turn = row.cancel.is_some_and(|cancel| !cancel.is_null()) && row.amount > 0;
        let won = |amount: i64| if turn { -Won::new(amount) } else { Won::new(amount) };
        Self {
            transaction_key: row.transaction_key,
            oid: row.order_id,
            amount: won(row.amount),
            fee: won(row.supply_amount),
            vat: won(row.vat),
            paid_out: won(row.pay_out_amount),
            sold_on: row.sold_date,
            paid_out_on: row.paid_out_date,
        }
    }
}

/// Money that goes back is negative, whichever sign the list gives it.
fn signed(amount: i64, back: bool) -> Won {
    let amount = Won::new(amount);
    if back && amount > Won::ZERO { -amount } else { amount }
}

fn status(text: &str) -> Result<ProviderStatus, Outage> {
    Ok(match text {
        "READY" => ProviderStatus::Ready,
        // an account number that waits for a transfer: agreed to, and no money has moved
        "IN_PROGRESS" | "WAITING_FOR_DEPOSIT" => ProviderStatus::InProgress,
        "DONE" => ProviderStatus::Done,
        "CANCELED" => ProviderStatus::Canceled,
        "PARTIAL_CANCELED" => ProviderStatus::PartialCanceled,
        "ABORTED" => ProviderStatus::Aborted,
        "EXPIRED" => ProviderStatus::Expired,
        _ => return Err(Outage("a payment in no known state".to_owned())),
    })
}
