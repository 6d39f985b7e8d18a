//! The states of an order, and how the provider's state of the payment changes them.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::krw::Krw;
use crate::payment::{ProviderPayment, ProviderStatus};

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OrderStatus {
    /// The order exists; the payer has not returned.
    Pending,
    /// The payer returned; the payment is being confirmed.
    Confirming,
    /// The money was taken.
    Paid,
    /// The provider refused the payment.
    Failed,
    /// The payer canceled the payment.
    Canceled,
    /// The payment was not made in time.
    Expired,
    /// A refund is under way.
    Refunding,
    /// The money was refunded.
    Refunded,
}

impl OrderStatus {
    /// Returns whether the order may go to `to`. A closed order becomes paid when its money turns out to be taken. The
    /// trigger on `orders` enforces the same rule.
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
}

/// What to do with an order after a query of its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: order and provider agree.
    Keep,
    /// Query again later: the payment is not decided yet.
    Wait,
    /// Confirm the payment. An earlier confirmation may have been lost, so this may repeat it.
    Confirm,
    /// The money was taken: the order becomes [`OrderStatus::Paid`] with its claim, or is refunded if no claim can be
    /// created.
    Pay,
    /// No money was taken, or all of it was refunded: the order gets this state.
    Close(OrderStatus),
    /// Refund this amount. An earlier refund may have been lost, so this may repeat it.
    Refund(Krw),
    /// The money was refunded: the order becomes [`OrderStatus::Refunded`].
    Refunded,
    /// The order counts as paid and the provider disagrees: a person must check.
    Unpaid,
    /// Amount, currency or remaining balance differ from the order: a person must check.
    Mismatch,
}

/// Returns what an order of `amount` in the state `status` needs, given the provider's `payment`; `None` means that the
/// provider has no such order.
///
/// The payer's return, webhooks and the schedule all use this function, so that they reach the same result.
#[must_use]
pub fn next_step(status: OrderStatus, amount: Krw, payment: Option<&ProviderPayment>) -> Step {
    use OrderStatus::{Canceled, Confirming, Expired, Failed, Paid, Pending, Refunded, Refunding};
    let Some(payment) = payment else {
        return match status {
            Pending | Confirming => Step::Wait,
            Failed | Canceled | Expired => Step::Keep,
            Paid | Refunding | Refunded => Step::Unpaid,
        };
    };
    let matches_order = payment.amount == amount && payment.currency == "KRW";
    match (payment.status, status) {
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, Refunding) if payment.currency == "KRW" => {
            Step::Refund(payment.balance)
        }
        (ProviderStatus::Done, Pending | Confirming | Failed | Canceled | Expired) if matches_order => Step::Pay,
        (ProviderStatus::Done, Paid) if matches_order && payment.balance == amount => Step::Keep,
        (ProviderStatus::Done | ProviderStatus::PartialCanceled, _) => Step::Mismatch,
        (ProviderStatus::Canceled, Refunding) => Step::Refunded,
        // the provider has no money of this order, and the order's state agrees
        (_, Failed | Canceled | Expired) | (ProviderStatus::Canceled, Refunded) => Step::Keep,
        (_, Paid | Refunding | Refunded) => Step::Unpaid,
        (provider, Pending | Confirming) => next_step_of_open(status, provider, matches_order),
    }
}

/// Returns the step of an open order when no money was taken or all of it was refunded.
fn next_step_of_open(status: OrderStatus, provider: ProviderStatus, matches_order: bool) -> Step {
    match provider {
        ProviderStatus::InProgress if status == OrderStatus::Confirming && matches_order => Step::Confirm,
        ProviderStatus::InProgress if status == OrderStatus::Confirming => Step::Close(OrderStatus::Failed),
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
    use crate::oid::Oid;

    const AMOUNT: Krw = Krw::new(3_630);

    fn payment(status: ProviderStatus, amount: i64, balance: i64) -> ProviderPayment {
        ProviderPayment {
            oid: Oid::new([7; 18]),
            provider_key: "key".to_owned(),
            status,
            amount: Krw::new(amount),
            balance: Krw::new(balance),
            currency: "KRW".to_owned(),
            method: None,
            approved_at: None,
            receipt_url: None,
            transaction_key: None,
            failure: None,
        }
    }

    fn step(status: OrderStatus, provider: ProviderStatus) -> Step {
        let balance = match provider {
            ProviderStatus::Canceled => 0,
            ProviderStatus::PartialCanceled => 1_000,
            _ => 3_630,
        };
        next_step(status, AMOUNT, Some(&payment(provider, 3_630, balance)))
    }

    #[test]
    fn next_step_covers_every_pair_of_states() {
        use ProviderStatus as P;
        // in the order of OrderStatus::VARIANTS
        let table = [
            (P::Ready, "Wait Wait Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::InProgress, "Wait Confirm Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::Done, "Pay Pay Keep Pay Pay Pay Refund(Krw(3630)) Mismatch"),
            (P::Canceled, "Close(Canceled) Close(Canceled) Unpaid Keep Keep Keep Refunded Keep"),
            (P::PartialCanceled, "Mismatch Mismatch Mismatch Mismatch Mismatch Mismatch Refund(Krw(1000)) Mismatch"),
            (P::Aborted, "Close(Failed) Close(Failed) Unpaid Keep Keep Keep Unpaid Unpaid"),
            (P::Expired, "Close(Expired) Close(Expired) Unpaid Keep Keep Keep Unpaid Unpaid"),
        ];
        assert_eq!(OrderStatus::VARIANTS, [Pending, Confirming, Paid, Failed, Canceled, Expired, Refunding, Refunded]);
        for (provider, expected) in table {
            let steps: Vec<_> =
                OrderStatus::VARIANTS.iter().map(|status| format!("{:?}", step(*status, provider))).collect();
            assert_eq!(steps.join(" "), expected, "{provider:?}");
        }
    }

    #[test]
    fn unknown_order_is_never_paid() {
        for status in OrderStatus::VARIANTS {
            let expected = match status {
                Pending | Confirming => Step::Wait,
                Failed | Canceled | Expired => Step::Keep,
                Paid | Refunding | Refunded => Step::Unpaid,
            };
            assert_eq!(next_step(*status, AMOUNT, None), expected, "{status:?}");
        }
    }

    #[test]
    fn other_amount_or_currency_is_a_mismatch() {
        for status in [Pending, Confirming, Failed, Canceled, Expired, Paid] {
            let less = payment(ProviderStatus::Done, 3_629, 3_629);
            assert_eq!(next_step(status, AMOUNT, Some(&less)), Step::Mismatch, "{status:?}");
            let dollars = ProviderPayment { currency: "USD".to_owned(), ..payment(ProviderStatus::Done, 3_630, 3_630) };
            assert_eq!(next_step(status, AMOUNT, Some(&dollars)), Step::Mismatch, "{status:?}");
        }
        assert_eq!(next_step(Paid, AMOUNT, Some(&payment(ProviderStatus::Done, 3_630, 3_000))), Step::Mismatch);
    }

    #[test]
    fn other_amount_is_never_confirmed() {
        let other = payment(ProviderStatus::InProgress, 1, 1);
        assert_eq!(next_step(Confirming, AMOUNT, Some(&other)), Step::Close(Failed));
    }

    #[test]
    fn refund_in_other_currency_is_a_mismatch() {
        let dollars = ProviderPayment { currency: "USD".to_owned(), ..payment(ProviderStatus::Done, 3_630, 3_630) };
        assert_eq!(next_step(Refunding, AMOUNT, Some(&dollars)), Step::Mismatch);
    }

    #[test]
    fn paid_order_can_only_be_refunded() {
        for status in OrderStatus::VARIANTS {
            assert!(!status.allows(*status), "{status:?}");
            let is_open = !matches!(status, Paid | Refunding | Refunded);
            assert_eq!(status.allows(Paid), is_open, "{status:?}");
            assert_eq!(status.allows(Refunding), *status == Paid);
            assert_eq!(status.allows(Refunded), *status == Refunding);
        }
    }

    #[test]
    fn closed_order_can_only_become_paid() {
        for status in [Failed, Canceled, Expired] {
            for to in OrderStatus::VARIANTS {
                assert_eq!(status.allows(*to), *to == Paid, "{status:?} -> {to:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn next_step_is_an_allowed_transition(
            status in proptest::sample::select(OrderStatus::VARIANTS),
            provider in proptest::sample::select(ProviderStatus::VARIANTS),
            amount in 3_600_i64..3_660,
        ) {
            let to = match next_step(status, AMOUNT, Some(&payment(provider, amount, amount))) {
                Step::Pay => Paid,
                Step::Close(to) => to,
                Step::Refunded => Refunded,
                _ => return Ok(()),
            };
            prop_assert!(status.allows(to), "{status:?} -> {to:?}");
        }
    }
}
