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
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, Refunding) if seen.currency == "KRW" => {
            Step::Refund(seen.balance)
        }
        (ProviderStatus::Done, Pending | Confirming | Failed | Canceled | Expired) if agreed => Step::Pay,
        (ProviderStatus::Done, Paid) if agreed && seen.balance == amount => Step::Keep,
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, _) => Step::Mismatch,
        (ProviderStatus::Canceled, Refunding) => Step::Refunded,
        // whether it was taken or not, we hold nothing of it, and think so
        (_, Failed | Canceled | Expired) | (ProviderStatus::Canceled, Refunded) => Step::Keep,
        (_, Paid | Refunding | Refunded) => Step::Unpaid,
        (status, Pending | Confirming) => undecided(our, status, agreed),
    }
}

/// The step of an order that waits for its money, when none was taken or all of it went back.
fn undecided(our: OrderStatus, status: ProviderStatus, agreed: bool) -> Step {
    match status {
        ProviderStatus::InProgress if our == OrderStatus::Confirming && agreed => Step::Confirm,
        ProviderStatus::InProgress if our == OrderStatus::Confirming => Step::Close(OrderStatus::Failed),
        ProviderStatus::Ready | ProviderStatus::InProgress => Step::Wait,
        ProviderStatus::Aborted => Step::Close(OrderStatus::Failed),
        ProviderStatus::Expired => Step::Close(OrderStatus::Expired),
        ProviderStatus::Canceled | ProviderStatus::Done | ProviderStatus::PartialCanceled => {
            Step::Close(OrderStatus::Canceled)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::OrderStatus::{Canceled, Confirming, Expired, Failed, Paid, Pending, Refunded, Refunding};
    use super::*;

    const AMOUNT: Won = Won::new(3_630);

    fn seen(status: ProviderStatus, amount: i64, balance: i64) -> ProviderPayment {
        ProviderPayment {
            oid: Oid::new([7; 18]),
            provider_key: "key".to_owned(),
            status,
            amount: Won::new(amount),
            balance: Won::new(balance),
            currency: "KRW".to_owned(),
            method: None,
            approved_at: None,
            receipt_url: None,
            transaction_key: None,
            failure: None,
        }
    }

    fn step(our: OrderStatus, status: ProviderStatus) -> Step {
        let balance = match status {
            ProviderStatus::Canceled => 0,
            ProviderStatus::PartialCanceled => 1_000,
            _ => 3_630,
        };
        settle(our, AMOUNT, Some(&seen(status, 3_630, balance)))
    }

    #[test]
    fn every_pair_of_states_has_one_answer() {
        use ProviderStatus as P;
        // in the order of OrderStatus::ALL
        let table = [
            (P::Ready, "Wait Wait Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::InProgress, "Wait Confirm Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::Done, "Pay Pay Keep Pay Pay Pay Refund(Won(3630)) Mismatch"),
            (P::Canceled, "Close(Canceled) Close(Canceled) Unpaid Keep Keep Keep Refunded Keep"),
            (P::PartialCanceled, "Mismatch Mismatch Mismatch Mismatch Mismatch Mismatch Refund(Won(1000)) Mismatch"),
            (P::Aborted, "Close(Failed) Close(Failed) Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::Expired, "Close(Expired) Close(Expired) Unpaid Keep Keep Keep Unpaid Unpaid"),
        ];
        assert_eq!(OrderStatus::ALL, [Pending, Confirming, Paid, Failed, Canceled, Expired, Refunding, Refunded]);
        for (status, expected) in table {
            let steps: Vec<_> = OrderStatus::ALL.iter().map(|our| format!("{:?}", step(*our, status))).collect();
            assert_eq!(steps.join(" "), expected, "{status:?}");
        }
    }

    #[test]
    fn an_order_that_the_provider_does_not_know_is_never_paid_by_it() {
        for our in OrderStatus::ALL {
            let expected = match our {
                Pending | Confirming => Step::Wait,
                Failed | Canceled | Expired => Step::Keep,
                Paid | Refunding | Refunded => Step::Unpaid,
            };
            assert_eq!(settle(*our, AMOUNT, None), expected, "{our:?}");
        }
    }

    #[test]
    fn only_the_agreed_amount_in_won_pays() {
        for our in [Pending, Confirming, Failed, Canceled, Expired, Paid] {
            let less = seen(ProviderStatus::Done, 3_629, 3_629);
            assert_eq!(settle(our, AMOUNT, Some(&less)), Step::Mismatch, "{our:?}");
            let dollars = ProviderPayment { currency: "USD".to_owned(), ..seen(ProviderStatus::Done, 3_630, 3_630) };
            assert_eq!(settle(our, AMOUNT, Some(&dollars)), Step::Mismatch, "{our:?}");
        }
        let other = seen(ProviderStatus::InProgress, 1, 1);
        assert_eq!(settle(Confirming, AMOUNT, Some(&other)), Step::Close(Failed));
        assert_eq!(settle(Paid, AMOUNT, Some(&seen(ProviderStatus::Done, 3_630, 3_000))), Step::Mismatch);
    }

    proptest! {
        #[test]
        fn a_step_leads_only_where_the_machine_allows(
            our in proptest::sample::select(OrderStatus::ALL),
            status in proptest::sample::select(ProviderStatus::ALL),
            amount in 0_i64..5_000,
        ) {
            let to = match settle(our, AMOUNT, Some(&seen(status, amount, amount))) {
                Step::Pay => Paid,
                Step::Close(to) => to,
                Step::Refunded => Refunded,
                _ => return Ok(()),
            };
            prop_assert!(our.allows(to), "{our:?} -> {to:?}");
        }

        #[test]
        fn every_number_that_is_made_is_read(random: [u8; 18]) {
            let oid = Oid::new(random);
            prop_assert_eq!(Oid::parse(oid.as_str()), Some(oid));
        }
    }

    #[test]
    fn a_number_is_short_and_fits_an_address() {
        assert_eq!(Oid::new([255; 18]).as_str().len(), 28);
        for wrong in ["", "clm_1", "clm 123", "clm_../x", "혀봄혀봄혀봄", "a?b=c&d", &"a".repeat(41)] {
            assert_eq!(Oid::parse(wrong), None, "{wrong}");
        }
        assert!(Oid::parse(&"a".repeat(40)).is_some());
    }

    #[test]
    fn money_that_was_taken_is_never_forgotten() {
        for our in OrderStatus::ALL {
            assert!(!our.allows(*our), "{our:?}");
            // whatever we thought, it can become paid, and what was paid only goes back
            let open = !matches!(our, Paid | Refunding | Refunded);
            assert_eq!(our.allows(Paid), open, "{our:?}");
            assert_eq!(our.allows(Refunding), *our == Paid);
            assert_eq!(our.allows(Refunded), *our == Refunding);
        }
    }
}
