//! A payment and its states.

use chrono::{DateTime, FixedOffset, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The time after which a checkout expires.
const CHECKOUT_TIMEOUT: TimeDelta = TimeDelta::minutes(30);
/// The time after which an authorized payment expires.
const AUTHORIZATION_TIMEOUT: TimeDelta = TimeDelta::minutes(10);

/// The status of a payment.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Status {
    Ready,
    InProgress,
    Done,
    Canceled,
    PartialCanceled,
    Aborted,
    Expired,
}

/// How the next confirmation behaves, as chosen in the payer's window.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ConfirmBehavior {
    /// It succeeds.
    #[default]
    Plain,
    /// It succeeds, and its response is lost.
    Lose,
    /// It succeeds, and its response is delayed.
    Slow,
    /// The card company declines.
    Reject,
}

/// A refund.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Cancellation {
    pub amount: i64,
    pub reason: String,
    pub left: i64,
    pub at: DateTime<Utc>,
    pub key: String,
}

/// Values that a test sets in the responses instead of the true ones.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ResponseOverrides {
    pub amount: Option<i64>,
    pub currency: Option<String>,
    pub order_id: Option<String>,
    pub status: Option<Status>,
}

/// A payment.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Payment {
    pub merchant: String,
    pub key: String,
    pub order: String,
    pub name: String,
    pub amount: i64,
    pub balance: i64,
    pub status: Status,
    pub success: String,
    pub fail: String,
    pub requested: DateTime<Utc>,
    pub agreed: Option<DateTime<Utc>>,
    pub approved: Option<DateTime<Utc>>,
    pub last_transaction: Option<String>,
    pub cancels: Vec<Cancellation>,
    pub failure: Option<(String, String)>,
    pub next: ConfirmBehavior,
    #[serde(default, rename = "lies")]
    pub overrides: ResponseOverrides,
}

impl Payment {
    /// Expires the payment if its timeout has passed, and returns whether it did.
    pub(super) fn expire(&mut self, now: DateTime<Utc>) -> bool {
        let is_expired = match self.status {
            Status::Ready => now > self.requested + CHECKOUT_TIMEOUT,
            Status::InProgress => self.agreed.is_some_and(|agreed| now > agreed + AUTHORIZATION_TIMEOUT),
            _ => false,
        };
        if is_expired {
            self.status = Status::Expired;
        }
        is_expired
    }

    /// Returns the JSON for servers, with page URLs below `base`.
    pub(super) fn body(&self, base: &str) -> Value {
        let (key, overrides) = (&self.key, &self.overrides);
        let vat = self.balance / 11;
        let cancels: Vec<Value> = self.cancels.iter().map(cancellation).collect();
        let failure = self.failure.as_ref().map(|(code, message)| json!({ "code": code, "message": message }));
        let is_paid = self.approved.is_some();
        json!({
            "version": "2022-11-16",
            "mId": self.merchant,
            "paymentKey": key,
            "type": "NORMAL",
            "orderId": overrides.order_id.as_ref().unwrap_or(&self.order),
            "orderName": self.name,
            "currency": overrides.currency.as_deref().unwrap_or("KRW"),
            "method": is_paid.then_some("카드"),
            "totalAmount": overrides.amount.unwrap_or(self.amount),
            "balanceAmount": if overrides.amount.is_some() { overrides.amount.unwrap_or_default() } else { self.balance },
            "status": overrides.status.unwrap_or(self.status),
            "requestedAt": format_korean_time(self.requested),
            "approvedAt": self.approved.map(format_korean_time),
            "useEscrow": false,
            "cultureExpense": false,
            "lastTransactionKey": self.last_transaction,
            "suppliedAmount": self.balance - vat,
            "vat": vat,
            "taxFreeAmount": 0,
            "taxExemptionAmount": 0,
            "isPartialCancelable": true,
            "cancels": (!cancels.is_empty()).then_some(cancels),
            "card": is_paid.then(|| json!({
                "amount": self.amount, "issuerCode": "61", "acquirerCode": "31", "number": "53275010****123*",
                "installmentPlanMonths": 0, "approveNo": "00000000", "useCardPoint": false, "cardType": "신용",
                "ownerType": "개인", "acquireStatus": "READY", "isInterestFree": false, "interestPayer": null,
            })),
            "virtualAccount": null,
            "transfer": null,
            "mobilePhone": null,
            "giftCertificate": null,
            "cashReceipt": null,
            "easyPay": null,
            "country": "KR",
            "failure": failure,
            "receipt": is_paid.then(|| json!({ "url": format!("{base}/v1/payments/{key}/checkout?receipt") })),
            "checkout": { "url": format!("{base}/v1/payments/{key}/checkout") },
        })
    }
}

fn cancellation(cancel: &Cancellation) -> Value {
    json!({
        "cancelAmount": cancel.amount,
        "cancelReason": cancel.reason,
        "taxFreeAmount": 0,
        "refundableAmount": cancel.left,
        "canceledAt": format_korean_time(cancel.at),
        "transactionKey": cancel.key,
        "receiptKey": null,
        "cancelStatus": "DONE",
    })
}

/// Formats a time like the provider.
pub(super) fn format_korean_time(at: DateTime<Utc>) -> String {
    at.with_timezone(&korea_offset()).to_rfc3339_opts(SecondsFormat::Secs, false)
}

/// Returns the time zone of Korea.
pub(super) fn korea_offset() -> FixedOffset {
    FixedOffset::east_opt(9 * 3600).expect("nine hours are a valid offset")
}
