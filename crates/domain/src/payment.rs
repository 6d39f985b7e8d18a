//! Payments as a card provider tells of them, whichever provider it is.

use chrono::{DateTime, NaiveDate, Utc};

use crate::failure::codes;
use crate::order::Oid;
use crate::won::Won;

codes! {
    /// A card provider.
    ProviderName {
        /// Toss Payments.
        Toss = "toss",
        /// KG Inicis, mobile.
        Inicis = "inicis",
    }
}

codes! {
    /// How far a payment is at its provider.
    ProviderStatus {
        /// The checkout was made; the payer has not been there, or has not come to its end.
        Ready = "ready",
        /// The payer agreed; no money has moved.
        InProgress = "in_progress",
        /// The money was taken.
        Done = "done",
        /// It was taken and all of it given back.
        Canceled = "canceled",
        /// It was taken and some of it given back.
        PartialCanceled = "partial_canceled",
        /// It was refused; no money has moved.
        Aborted = "aborted",
        /// The time for it ran out; no money has moved.
        Expired = "expired",
    }
}

/// A payment as its provider tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderPayment {
    /// Our order.
    pub oid: Oid,
    /// The provider's name for the payment.
    pub provider_key: String,
    /// How far it is.
    pub status: ProviderStatus,
    /// What was to be paid.
    pub amount: Won,
    /// What is left of it after what was given back.
    pub balance: Won,
    /// `KRW`, or a stranger's.
    pub currency: String,
    /// How it was paid, in the provider's words.
    pub method: Option<String>,
    /// When the money was taken.
    pub approved_at: Option<DateTime<Utc>>,
    /// The receipt's page, for the payer.
    pub receipt_url: Option<String>,
    /// The provider's name for the last movement of money.
    pub transaction_key: Option<String>,
    /// Code and words of a failure.
    pub failure: Option<(String, String)>,
}

/// One movement of money in a provider's list of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The provider's name for it; no two have the same.
    pub transaction_key: String,
    /// Our order, or whatever a stranger paid for under our keys.
    pub oid: String,
    /// The provider's name for the payment.
    pub provider_key: String,
    /// What the movement did.
    pub status: ProviderStatus,
    /// How much was taken; negative when it was given back.
    pub amount: Won,
    /// When.
    pub at: DateTime<Utc>,
}

/// One movement of money as the provider pays it out to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The provider's name for the movement.
    pub transaction_key: String,
    /// Our order.
    pub oid: String,
    /// How much was taken; negative when it was given back.
    pub amount: Won,
    /// The provider's fee, without value-added tax.
    pub fee: Won,
    /// The tax on the fee.
    pub vat: Won,
    /// What we get: `amount - fee - vat`.
    pub paid_out: Won,
    /// The day of the movement, in Korea.
    pub sold_on: NaiveDate,
    /// The day on which we get it.
    pub paid_out_on: NaiveDate,
}
