//! How a payment ends for the payer, and the page that shows it.

use axum::response::{IntoResponse as _, Response};
use db::orders::Order;
use domain::OrderStatus;
use http::{StatusCode, header};

use super::return_url_base::ReturnUrlBase;

/// The maximum length of a provider's message in a URL, in characters.
const MAX_MESSAGE_CHARS: usize = 200;

/// How a payment ends for the payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The order is paid, or may be: the page polls the order.
    Complete,
    /// The payer canceled.
    Canceled,
    /// The order was not paid.
    Refused {
        /// The provider's code, or ours.
        code: String,
        /// The provider's message.
        message: String,
    },
}

impl PaymentOutcome {
    /// Returns the outcome of an order that was not paid for one of our own reasons.
    #[must_use]
    pub fn refused(code: &str) -> Self {
        Self::Refused { code: code.to_owned(), message: String::new() }
    }

    /// Returns the outcome of a settled order, or `None` while the order is open.
    #[must_use]
    pub fn from_settled(order: &Order) -> Option<Self> {
        match order.status {
            OrderStatus::Pending | OrderStatus::Confirming => None,
            OrderStatus::Paid => Some(Self::Complete),
            OrderStatus::Canceled => Some(Self::Canceled),
            OrderStatus::Failed => {
                let (code, message) = order.failure.clone().unwrap_or_default();
                Some(Self::Refused { code, message })
            }
            OrderStatus::Expired => Some(Self::refused("order_closed")),
            OrderStatus::Refunding | OrderStatus::Refunded => Some(Self::refused("claim_closed")),
        }
    }

    /// Redirects the payer to the page for this outcome, in the window or on the phone.
    #[must_use]
    pub fn redirect(&self, return_urls: &ReturnUrlBase, order: Option<&Order>) -> Response {
        (StatusCode::SEE_OTHER, [(header::LOCATION, self.page(return_urls, order))]).into_response()
    }

    fn page(&self, return_urls: &ReturnUrlBase, order: Option<&Order>) -> String {
        let mobile = order.is_some_and(|order| order.mobile);
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        let text: String;
        if mobile {
            pairs.push(("status", if *self == Self::Complete { "0" } else { "1" }));
        }
        match self {
            Self::Complete => {}
            Self::Canceled => pairs.push(("code", "01")),
            Self::Refused { code, message } => {
                text = message.chars().take(MAX_MESSAGE_CHARS).collect();
                pairs.extend([("code", code.as_str()), ("msg", text.as_str())]);
            }
        }
        if let Some(order) = order {
            pairs.push(("oid", order.oid.as_str()));
        }
        let page = match (mobile, self) {
            (true, _) => "/payment/mcomplete",
            (false, Self::Complete) => "/payment/complete",
            (false, _) => "/payment/close",
        };
        return_urls.page(page, &pairs)
    }
}
