//! The states of a claim.

use strum::{EnumString, FromRepr, IntoStaticStr, VariantArray};

/// Who takes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Actor {
    /// The patient who made the claim.
    Patient,
    /// Staff of the clinic.
    Staff,
}

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, FromRepr, VariantArray)]
#[repr(i16)]
pub enum ClaimStatus {
    /// It was canceled.
    Canceled = -1,
    /// It waits for the clinic.
    Requested = 0,
    /// The clinic issues the documents.
    Issuing = 1,
    /// The documents can be downloaded.
    Issued = 2,
}

/// What a step of a claim depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepContext {
    /// Who takes the step.
    pub by: Actor,
    /// Whether the claim is paid.
    pub is_paid: bool,
    /// Whether every chosen document is stored.
    pub all_issued: bool,
    /// Whether at least one of them is stored.
    pub any_issued: bool,
}

/// A step that the state of a claim does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a claim cannot go from {from:?} to {to:?}")]
pub struct IllegalClaimStep {
    /// The current state.
    pub from: ClaimStatus,
    /// The refused state.
    pub to: ClaimStatus,
}

impl ClaimStatus {
    /// Returns -1, 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Returns the state after a step. Staff start a paid claim and release it once every chosen document is stored.
    /// The patient can cancel a claim until one of its documents is issued. Staff can cancel it at any
    /// time: after the release, because documents are wrong.
    ///
    /// # Errors
    /// [`IllegalClaimStep`] for every other step.
    pub const fn step(self, to: Self, context: StepContext) -> Result<Self, IllegalClaimStep> {
        match (self, to, context.by) {
            (Self::Requested, Self::Issuing, Actor::Staff) if context.is_paid => Ok(to),
            (Self::Issuing, Self::Issued, Actor::Staff) if context.is_paid && context.all_issued => Ok(to),
            (Self::Requested, Self::Canceled, _) | (Self::Issuing | Self::Issued, Self::Canceled, Actor::Staff) => {
                Ok(to)
            }
            (Self::Issuing, Self::Canceled, Actor::Patient) if !context.any_issued => Ok(to),
            _ => Err(IllegalClaimStep { from: self, to }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClaimStatus::{Canceled, Issued, Issuing, Requested};
    use super::*;

    #[test]
    fn step_allows_the_listed_transitions_only() {
        for &from in ClaimStatus::VARIANTS {
            for &to in ClaimStatus::VARIANTS {
                for &by in Actor::VARIANTS {
                    for (is_paid, all_issued, any_issued) in [
                        (false, false, false),
                        (false, true, true),
                        (true, false, false),
                        (true, false, true),
                        (true, true, true),
                    ] {
                        let is_staff = by == Actor::Staff;
                        let is_allowed = match (from, to) {
                            (Requested, Issuing) => is_staff && is_paid,
                            (Issuing, Issued) => is_staff && is_paid && all_issued,
                            (Requested, Canceled) => true,
                            (Issuing, Canceled) => is_staff || !any_issued,
                            (Issued, Canceled) => is_staff,
                            _ => false,
                        };
                        let context = StepContext { by, is_paid, all_issued, any_issued };
                        let expected = if is_allowed { Ok(to) } else { Err(IllegalClaimStep { from, to }) };
                        assert_eq!(from.step(to, context), expected, "{context:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn status_number_is_stable() {
        let numbers: Vec<_> = ClaimStatus::VARIANTS.iter().map(|status| status.number()).collect();
        assert_eq!(numbers, [-1, 0, 1, 2]);
        for status in ClaimStatus::VARIANTS {
            assert_eq!(ClaimStatus::from_repr(status.number()), Some(*status));
        }
        assert_eq!((ClaimStatus::from_repr(3), ClaimStatus::from_repr(-2)), (None, None));
    }
}
