//! The parts of a claim apart from its documents: mail, forwarding, cancellation, refund.

use chrono::{DateTime, Utc};
use db::claims::Refund;
use domain::claim::{Forwarding, MailAddress};
use domain::refund::refund_of_cancellation;
use domain::{ClaimStatus, Krw};
use serde::Serialize;
use utoipa::ToSchema;

/// The address of registered mail.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimMailAddress {
    /// The postcode, five digits.
    zipcode: String,
    /// The address.
    address: String,
    /// The rest of the address; may be empty.
    address_detail: String,
}

/// How the documents were forwarded to the other insurer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimForwarding {
    /// fax, email or post.
    #[schema(example = "fax")]
    method: String,
    /// The number that proves it.
    reference: String,
    /// When they were sent.
    sent_at: DateTime<Utc>,
}

/// What happens when the patient cancels now.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClaimCancellation {
    /// Whether the patient can cancel: until a document is issued.
    possible: bool,
    /// The refund, whole won.
    refund: i64,
}

/// The refund of a payment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClaimRefund {
    /// `refunding`, or `refunded` once the provider sent the money back.
    #[schema(example = "refunding")]
    state: &'static str,
    /// Whole won.
    amount: i64,
    /// The time of this state.
    at: DateTime<Utc>,
}

impl From<MailAddress> for ClaimMailAddress {
    fn from(mail: MailAddress) -> Self {
        let MailAddress { zipcode, address, detail } = mail;
        Self { zipcode, address, address_detail: detail }
    }
}

impl From<Forwarding> for ClaimForwarding {
    fn from(sent: Forwarding) -> Self {
        Self { method: sent.method.as_str().to_owned(), reference: sent.reference, sent_at: sent.sent_at }
    }
}

impl ClaimCancellation {
    /// Returns the effects of a cancellation by the patient.
    #[must_use]
    pub fn new(status: ClaimStatus, paid: Option<Krw>, any_issued: bool) -> Self {
        let refund = refund_of_cancellation(status, paid, any_issued);
        Self { possible: refund.is_some(), refund: refund.map_or(0, Krw::get) }
    }
}

impl ClaimRefund {
    /// Creates the refund of a payment of this amount.
    #[must_use]
    pub const fn new(refund: Refund, amount: i64) -> Self {
        let state = if refund.is_done { "refunded" } else { "refunding" };
        Self { state, amount, at: refund.at }
    }
}
