//! The provider's JSON and its mapping. Unknown fields are ignored, because the provider adds fields without notice.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payment::{ProviderFailure, Settlement, Transaction};
use domain::{Krw, Oid, ProviderPayment, ProviderStatus};
use serde::Deserialize;
use url::Url;

use crate::http::ServiceUnavailable;
use crate::lenient::or_default;

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
    #[serde(default = "krw")]
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
    failure: Option<ErrorBody>,
}

/// The URL of a page.
#[derive(Deserialize)]
struct Page {
    url: String,
}

/// `{code, message}`.
#[derive(Deserialize)]
pub(super) struct ErrorBody {
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

/// `Settlement`. The two published versions name the fee without tax differently.
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

/// The payment of an event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventData {
    #[serde(default)]
    pub payment_key: Option<String>,
    #[serde(default)]
    pub order_id: Option<String>,
}

fn krw() -> String {
    "KRW".to_owned()
}

impl Payment {
    /// Returns the URL of the checkout.
    pub(super) fn checkout_url(&self) -> Option<Url> {
        self.checkout.as_ref()?.url.parse().ok()
    }

    /// Returns the payment key.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Converts the payment, which must belong to the order `oid`.
    pub(super) fn into_payment(self, oid: &Oid) -> Result<ProviderPayment, ServiceUnavailable> {
        if self.order_id != oid.as_str() {
            return Err(ServiceUnavailable("a response for another order".to_owned()));
        }
        Ok(ProviderPayment {
            oid: oid.clone(),
            provider_key: self.key,
            status: parse_status(&self.status)?,
            amount: Krw::new(self.total_amount),
            balance: Krw::new(self.balance_amount),
            currency: self.currency,
            method: self.method,
            approved_at: self.approved_at,
            receipt_url: self.receipt.map(|page| page.url).filter(|url| is_web_url(url)),
            transaction_key: self.last_transaction_key,
            failure: self.failure.map(|ErrorBody { code, message }| ProviderFailure { code, message }),
        })
    }
}

/// Returns whether a text is a web URL. A receipt is shown as a link, and another scheme could run a script.
fn is_web_url(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

impl TransactionRow {
    pub(super) fn into_transaction(self) -> Result<Transaction, ServiceUnavailable> {
        let status = parse_status(&self.status)?;
        let is_refund = matches!(status, ProviderStatus::Canceled | ProviderStatus::PartialCanceled);
        Ok(Transaction {
            transaction_key: self.transaction_key,
            oid: self.order_id,
            provider_key: self.payment_key,
            status,
            amount: signed_amount(self.amount, is_refund),
            at: self.transaction_at,
        })
    }
}

impl From<SettlementRow> for Settlement {
    fn from(row: SettlementRow) -> Self {
        // all four amounts have the same sign, which differs between published examples
        let must_negate = row.cancel.is_some_and(|cancel| !cancel.is_null()) && row.amount > 0;
        let signed_amount = |amount: i64| if must_negate { -Krw::new(amount) } else { Krw::new(amount) };
        Self {
            transaction_key: row.transaction_key,
            oid: row.order_id,
            amount: signed_amount(row.amount),
            fee: signed_amount(row.supply_amount),
            vat: signed_amount(row.vat),
            paid_out: signed_amount(row.pay_out_amount),
            sold_on: row.sold_date,
            paid_out_on: row.paid_out_date,
        }
    }
}

/// Returns the amount as negative for a refund, regardless of its sign in the list.
fn signed_amount(amount: i64, is_refund: bool) -> Krw {
    let amount = Krw::new(amount);
    if is_refund && amount > Krw::ZERO { -amount } else { amount }
}

fn parse_status(text: &str) -> Result<ProviderStatus, ServiceUnavailable> {
    Ok(match text {
        "READY" => ProviderStatus::Ready,
        // a virtual account that waits for a deposit: no money has moved yet
        "IN_PROGRESS" | "WAITING_FOR_DEPOSIT" => ProviderStatus::InProgress,
        "DONE" => ProviderStatus::Done,
        "CANCELED" => ProviderStatus::Canceled,
        "PARTIAL_CANCELED" => ProviderStatus::PartialCanceled,
        "ABORTED" => ProviderStatus::Aborted,
        "EXPIRED" => ProviderStatus::Expired,
        _ => return Err(ServiceUnavailable("a payment in an unknown state".to_owned())),
    })
}
