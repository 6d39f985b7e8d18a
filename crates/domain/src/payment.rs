//! Payments as a card provider reports them.

use chrono::{DateTime, NaiveDate, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::krw::Krw;
use crate::oid::Oid;

/// A card provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ProviderName {
    /// Toss Payments.
    Toss,
    /// KG Inicis, mobile.
    Inicis,
}

/// The state of a payment at its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ProviderStatus {
    /// The checkout exists; the payer has not finished it.
    Ready,
    /// The payer agreed; no money has moved.
    InProgress,
    /// The money was taken.
    Done,
    /// The money was taken and all of it refunded.
    Canceled,
    /// The money was taken and a part of it refunded.
    PartialCanceled,
    /// The payment was refused; no money has moved.
    Aborted,
    /// The payment was not made in time; no money has moved.
    Expired,
}

/// A failed payment, in the provider's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderFailure {
    /// The provider's code.
    pub code: String,
    /// The provider's message, for the payer.
    pub message: String,
}

/// A payment as its provider reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderPayment {
    /// The order.
    pub oid: Oid,
    /// The provider's key of the payment.
    pub provider_key: String,
    /// The state.
    pub status: ProviderStatus,
    /// The amount that was to be paid.
    pub amount: Krw,
    /// The amount that is left after refunds.
    pub balance: Krw,
    /// `KRW`, or another currency.
    pub currency: String,
    /// The payment method, in the provider's words.
    pub method: Option<String>,
    /// When the money was taken.
    pub approved_at: Option<DateTime<Utc>>,
    /// The receipt's page, for the payer.
    pub receipt_url: Option<String>,
    /// The provider's key of the latest transaction.
    pub transaction_key: Option<String>,
    /// Why the payment failed.
    pub failure: Option<ProviderFailure>,
}

/// A transaction in a provider's daily list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The provider's unique key of the transaction.
    pub transaction_key: String,
    /// The order number. It may not be one of ours: other systems can use our keys.
    pub oid: String,
    /// The provider's key of the payment.
    pub provider_key: String,
    /// What the transaction did.
    pub status: ProviderStatus,
    /// The amount; negative for a refund.
    pub amount: Krw,
    /// When it happened.
    pub at: DateTime<Utc>,
}

/// A transaction in a provider's list of payouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The provider's key of the transaction.
    pub transaction_key: String,
    /// The order number.
    pub oid: String,
    /// The amount; negative for a refund.
    pub amount: Krw,
    /// The provider's fee, without value-added tax.
    pub fee: Krw,
    /// The tax on the fee.
    pub vat: Krw,
    /// What we receive: `amount - fee - vat`.
    pub paid_out: Krw,
    /// The day of the transaction, in Korea.
    pub sold_on: NaiveDate,
    /// The day of the pay-out.
    pub paid_out_on: NaiveDate,
}
