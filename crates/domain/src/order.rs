//! Orders: what is to be paid, and what a provider's word about it means.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::failure::codes;
use crate::payment::{ProviderPayment, ProviderStatus};
use crate::won::Won;

/// The order's number as payer, provider and we know it: 6 to 40 letters, digits, `-` or `_`. Random, so that nobody guesses one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oid(String);

impl Oid {
    /// The number of these random bytes.
    #[must_use]
    pub fn new(random: [u8; 18]) -> Self {
        Self(format!("clm_{}", URL_SAFE_NO_PAD.encode(random)))
    }

    /// Reads a number; none when it has another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        ((6..=40).contains(&text.len()) && text.bytes().all(known)).then(|| Self(text.to_owned()))
    }

    /// A number that was made here.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Oid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

codes! {
    /// The state of an order.
    OrderStatus {
        /// It was made.
        Pending = "pending",
        /// The payer came back; the money is being taken.
        Confirming = "confirming",
        /// The money was taken.
        Paid = "paid",
        /// It was refused.
        Failed = "failed",
        /// The payer gave up.
        Canceled = "canceled",
        /// The time for it ran out.
        Expired = "expired",
        /// The money goes back.
        Refunding = "refunding",
        /// The money went back.
        Refunded = "refunded",
    }
}

impl OrderStatus {
    /// Whether the order may go to `to`. One that was given up is still paid when its money turns out to be taken. The
    /// database's trigger on `orders` decides the same.
    #[must_use]
    pub const fn allows(self, to: Self) -> bool {
        match self {
            Self::Pending => {
                matches!(to, Self::Confirming | Self::Paid | Self::Failed | Self::Canceled | Self::Expired)
            }
            Self::Confirming => matches!(to, Self::Paid | Self::Failed | Self::Canceled | Self::Expired),
            Self::Failed | Self::Canceled | Self::Expired => matches!(to, Self::Paid),
            Self::Paid => matches!(to, Self::Refunding),
            Self::Refunding => matches!(to, Self::Refunded),
            Self::Refunded => false,
        }
    }

    /// Whether nothing more is expected of the order by itself.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        !matches!(self, Self::Pending | Self::Confirming | Self::Refunding)
    }

    /// Whether we hold the payer's money.
    #[must_use]
    pub const fn holds_money(self) -> bool {
        matches!(self, Self::Paid | Self::Refunding)
    }
}

/// What is to be done with an order after its provider was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: both say the same.
    Keep,
    /// Nothing yet: it is not decided at the provider. Ask again later.
    Wait,
    /// Take the money, again if need be: the payer agreed, and what was sent got lost.
    Confirm,
    /// The money was taken: the order becomes [`OrderStatus::Paid`], with its claim, or is given back where none can be bound.
    Pay,
    /// No money was taken, or all of it went back unasked: the order becomes this.
    Close(OrderStatus),
    /// Give back this much, again if need be.
    Refund(Won),
    /// The money went back: the order becomes [`OrderStatus::Refunded`].
    Refunded,
    /// We hold it for paid and the provider does not: for a person.
    Unpaid,
    /// The money is another amount or currency than was asked for, or less of it is left than we know of: for a person.
    Mismatch,
}

/// What an order of `amount` in the state `our` needs when its provider says `seen`; none when the provider does not know it.
///
/// Whoever noticed (the payer's return, a hint, the schedule) decides by this alone, so that all come to the same end.
#[must_use]
pub fn settle(our: OrderStatus, amount: Won, seen: Option<&ProviderPayment>) -> Step {
    use OrderStatus::{Canceled, Confirming, Expired, Failed, Paid, Pending, Refunded, Refunding};
    let Some(seen) = seen else {
        return match our {
            Pending | Confirming => Step::Wait,
            Failed | Canceled | Expired => Step::Keep,
            Paid | Refunding | Refunded => Step::Unpaid,
        };
    };
    let agreed = seen.amount == amount && seen.currency == "KRW";
    match (seen.status, our) {
        (ProviderStatus::Done, Pending | Confirming | Failed | Canceled | Expired) if agreed => Step::Pay,
        (ProviderStatus::Done, Paid) if agreed && seen.balance == amount => Step::Keep,
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, Refunding) if seen.currency == "KRW" => {
            Step::Refund(seen.balance)
        }
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, _) => Step::Mismatch,
        (ProviderStatus::Canceled, Refunding) => Step::Refunded,
        (ProviderStatus::Canceled, Paid) => Step::Unpaid,
        (ProviderStatus::Canceled, Pending | Confirming) => Step::Close(Canceled),
        (ProviderStatus::Ready | ProviderStatus::InProgress, Pending) => Step::Wait,
        (ProviderStatus::InProgress, Confirming) if agreed => Step::Confirm,
        (ProviderStatus::InProgress, Confirming) => Step::Close(Failed),
        (ProviderStatus::Ready, Confirming) => Step::Wait,
        (ProviderStatus::Aborted, Pending | Confirming) => Step::Close(Failed),
        (ProviderStatus::Expired, Pending | Confirming) => Step::Close(Expired),
        (_, Failed | Canceled | Expired) | (ProviderStatus::Canceled, Refunded) => Step::Keep,
        (_, Paid | Refunding | Refunded) => Step::Unpaid,
    }
}
