//! Insurance claims: what a patient asks a clinic to issue, and how far it is.

mod form;
mod options;

use crate::failure::codes;

pub use form::{AccountNumber, ClaimForm, ClaimInput, ContactNumber, FormRules, MailAddress, ResidentPart};
pub use options::{Options, OptionsInput, Prior};

/// For how many days after their release the documents may be downloaded.
pub const DOWNLOAD_DAYS: i64 = 90;

codes! {
    /// A document that a clinic issues.
    Document {
        /// 진료비 영수증.
        MedicalBillReceipt = "medical_bill_receipt",
        /// 진료비 세부산정내역서.
        DetailedStatement = "detailed_statement",
    }
}

codes! {
    /// How a claim follows from earlier ones.
    ClaimKind {
        /// It does not.
        New = "new",
        /// To the same insurer again, after fixing or adding documents.
        Reclaim = "reclaim",
        /// The same for another insurer.
        Forward = "forward",
        /// Documents that were issued already, by registered mail.
        Resend = "resend",
    }
}

codes! {
    /// Why the insured person was treated.
    AccidentType {
        /// An illness.
        Disease = "disease",
        /// An injury.
        Injury = "injury",
        /// A dental treatment.
        Dental = "dental",
        /// A road accident.
        Traffic = "traffic",
        /// Anything else.
        Other = "other",
    }
}

codes! {
    /// Who takes a step.
    Actor {
        /// The patient whose claim it is.
        Patient = "patient",
        /// Staff of the clinic.
        Staff = "staff",
    }
}

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClaimStatus {
    /// -1: called off.
    Canceled,
    /// 0: waits for the clinic.
    Requested,
    /// 1: the clinic issues the documents.
    Issuing,
    /// 2: the documents can be downloaded.
    Issued,
}

/// What a step of a claim depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Who takes it.
    pub by: Actor,
    /// Whether the claim is paid.
    pub paid: bool,
    /// Whether every document that was chosen is there.
    pub all_issued: bool,
}

/// A step that the state of a claim does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a claim cannot go from {from:?} to {to:?}")]
pub struct IllegalClaimStep {
    /// The state it is in.
    pub from: ClaimStatus,
    /// The state it was to have.
    pub to: ClaimStatus,
}

impl ClaimStatus {
    /// Every state, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Canceled, Self::Requested, Self::Issuing, Self::Issued];

    /// The state with this number.
    #[must_use]
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            -1 => Some(Self::Canceled),
            0 => Some(Self::Requested),
            1 => Some(Self::Issuing),
            2 => Some(Self::Issued),
            _ => None,
        }
    }

    /// -1, 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Canceled => -1,
            Self::Requested => 0,
            Self::Issuing => 1,
            Self::Issued => 2,
        }
    }

    /// The state after this step. Staff take a paid claim from 0 to 1 and release it from 1 to 2 once every chosen document is
    /// there; the patient calls it off at 0, staff at 0 or 1 when it cannot be issued; nothing else. The database's trigger on
    /// `claims` decides the same.
    ///
    /// # Errors
    /// [`IllegalClaimStep`].
    pub const fn step(self, to: Self, facts: Facts) -> Result<Self, IllegalClaimStep> {
        match (self, to, facts.by) {
            (Self::Requested, Self::Issuing, Actor::Staff) if facts.paid => Ok(to),
            (Self::Issuing, Self::Issued, Actor::Staff) if facts.paid && facts.all_issued => Ok(to),
            (Self::Requested, Self::Canceled, _) | (Self::Issuing, Self::Canceled, Actor::Staff) => Ok(to),
            _ => Err(IllegalClaimStep { from: self, to }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClaimStatus::{Canceled, Issued, Issuing, Requested};
    use super::*;

    #[test]
    fn only_the_machines_steps_are_allowed() {
        for from in ClaimStatus::ALL {
            assert_eq!(ClaimStatus::from_number(from.number()), Some(from));
            for to in ClaimStatus::ALL {
                for by in [Actor::Patient, Actor::Staff] {
                    for (paid, all_issued) in [(false, false), (false, true), (true, false), (true, true)] {
                        let staff = by == Actor::Staff;
                        let expected = match (from, to) {
                            (Requested, Issuing) => staff && paid,
                            (Issuing, Issued) => staff && paid && all_issued,
                            (Requested, Canceled) => true,
                            (Issuing, Canceled) => staff,
                            _ => false,
                        };
                        let stepped = from.step(to, Facts { by, paid, all_issued });
                        assert_eq!(stepped.is_ok(), expected, "{from:?} -> {to:?} by {by:?}, {paid} {all_issued}");
                        assert!(stepped.is_err() || stepped == Ok(to));
                    }
                }
            }
        }
        assert_eq!(ClaimStatus::from_number(3), None);
        assert_eq!(ClaimStatus::from_number(-2), None);
    }
}
