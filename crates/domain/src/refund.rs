//! What goes back to the payer when a claim is called off.

use crate::claim::{Actor, ClaimStatus};
use crate::won::Won;

/// What of a payment of `paid` goes back when a claim in the state `from` is called off by `by`: all of it before the clinic
/// has begun, and whenever the clinic cannot issue the documents; nothing else, as the terms say, once they are issued and
/// for a mistake of the member.
#[must_use]
pub const fn refund(from: ClaimStatus, by: Actor, paid: Won) -> Won {
    match (from, by) {
        (ClaimStatus::Requested, _) | (ClaimStatus::Issuing, Actor::Staff) => paid,
        (ClaimStatus::Issuing, Actor::Patient) | (ClaimStatus::Issued | ClaimStatus::Canceled, _) => Won::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Facts;

    #[test]
    fn whoever_may_call_a_claim_off_gets_all_back_and_nobody_else_anything() {
        let paid = Won::new(18_260);
        for from in ClaimStatus::ALL {
            for by in [Actor::Patient, Actor::Staff] {
                let facts = Facts { by, paid: true, all_issued: true };
                let may = from.step(ClaimStatus::Canceled, facts).is_ok();
                assert_eq!(refund(from, by, paid), if may { paid } else { Won::ZERO }, "{from:?} {by:?}");
                assert_eq!(refund(from, by, Won::ZERO), Won::ZERO);
            }
        }
    }
}
