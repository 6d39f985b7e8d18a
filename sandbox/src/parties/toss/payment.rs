//! One payment and its states.

use chrono::{DateTime, FixedOffset, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How long a checkout waits for its payer.
const CHECKOUT: TimeDelta = TimeDelta::minutes(30);
/// How long an agreed payment waits for its confirmation.
const AGREED: TimeDelta = TimeDelta::minutes(10);

/// How far a payment is.
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

/// What the payer ordered to happen at the next confirmation.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Next {
    /// Nothing special.
    #[default]
    Plain,
    /// It is worked on, and its answer is lost.
    Lose,
    /// It is worked on, and its answer comes late.
    Slow,
    /// The card's company refuses.
    Reject,
}

/// Money that went back.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Canceling {
    pub amount: i64,
    pub reason: String,
    pub left: i64,
    pub at: DateTime<Utc>,
    pub key: String,
}

/// Lies that a test ordered the answers to tell.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Lies {
    pub amount: Option<i64>,
    pub currency: Option<String>,
    pub order_id: Option<String>,
    pub status: Option<Status>,
}

/// One payment.
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
    pub cancels: Vec<Canceling>,
    pub failure: Option<(String, String)>,
    pub next: Next,
    #[serde(default)]
    pub lies: Lies,
}

impl Payment {
    /// Whether its time ran out by `now`; it is expired then.
    pub(super) fn pass(&mut self, now: DateTime<Utc>) -> bool {
        let over = match self.status {
            Status::Ready => now > self.requested + CHECKOUT,
            Status::InProgress => self.agreed.is_some_and(|agreed| now > agreed + AGREED),
            _ => false,
        };
        if over {
            self.status = Status::Expired;
        }
        over
    }

    /// `Payment` as servers get it, with the addresses of pages below `base`.
    pub(super) fn body(&self, base: &str) -> Value {
        let (key, lies) = (&self.key, &self.lies);
        let vat = self.balance / 11;
        let cancels: Vec<Value> = self.cancels.iter().map(canceling).collect();
        let failure = self.failure.as_ref().map(|(code, message)| json!({ "code": code, "message": message }));
        let paid = self.approved.is_some();
        json!({
            "version": "2022-11-16",
            "mId": self.merchant,
            "paymentKey": key,
            "type": "NORMAL",
            "orderId": lies.order_id.as_ref().unwrap_or(&self.order),
            "orderName": self.name,
            "currency": lies.currency.as_deref().unwrap_or("KRW"),
            "method": paid.then_some("카드"),
            "totalAmount": lies.amount.unwrap_or(self.amount),
            "balanceAmount": if lies.amount.is_some() { lies.amount.unwrap_or_default() } else { self.balance },
            "status": lies.status.unwrap_or(self.status),
            "requestedAt": korean(self.requested),
            "approvedAt": self.approved.map(korean),
            "useEscrow": false,
            "cultureExpense": false,
            "lastTransactionKey": self.last_transaction,
            "suppliedAmount": self.balance - vat,
            "vat": vat,
            "taxFreeAmount": 0,
            "taxExemptionAmount": 0,
            "isPartialCancelable": true,
            "cancels": (!cancels.is_empty()).then_some(cancels),
            "card": paid.then(|| json!({
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
            "receipt": paid.then(|| json!({ "url": format!("{base}/v1/payments/{key}/checkout?receipt") })),
            "checkout": { "url": format!("{base}/v1/payments/{key}/checkout") },
        })
    }
}

fn canceling(cancel: &Canceling) -> Value {
    json!({
        "cancelAmount": cancel.amount,
        "cancelReason": cancel.reason,
        "taxFreeAmount": 0,
        "refundableAmount": cancel.left,
        "canceledAt": korean(cancel.at),
        "transactionKey": cancel.key,
        "receiptKey": null,
        "cancelStatus": "DONE",
    })
}

/// A moment as the provider writes it.
pub(super) fn korean(at: DateTime<Utc>) -> String {
    at.with_timezone(&korea()).to_rfc3339_opts(SecondsFormat::Secs, false)
}

/// Korea's clocks.
pub(super) fn korea() -> FixedOffset {
    FixedOffset::east_opt(9 * 3600).expect("nine hours are a valid offset")
}
