//! The documents of a claim, and how the patient and another insurer receive them.

use strum::VariantArray as _;

use super::kind::{ClaimKind, Document};
use super::status::ClaimStatus;
use crate::ids::{InstitutionId, InsurerId};
use crate::validation::{Invalid, InvalidCode};

/// The options as received, before validation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClaimOptionsInput<'a> {
    /// Codes of documents.
    pub documents: &'a [String],
    /// Whether the doctor signs them.
    pub doctor_signature: bool,
    /// Whether the patient gets them by registered mail.
    pub registered_mail: bool,
    /// Whether the claim is forwarded to another insurer.
    pub forwarding: bool,
    /// The code of the kind; empty means a new claim.
    pub kind: &'a str,
}

/// The options of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimOptions {
    /// The documents without duplicates, in the order of [`Document`]; empty for a resend and for [`ClaimKind::Forward`].
    pub documents: Vec<Document>,
    /// Whether the doctor signs them.
    pub doctor_signature: bool,
    /// Whether the patient gets them by registered mail; always for a resend.
    pub registered_mail: bool,
    /// Whether the claim is forwarded to another insurer; always for [`ClaimKind::Forward`].
    pub forwarding: bool,
    /// How the claim relates to an earlier one.
    pub kind: ClaimKind,
}

impl ClaimOptions {
    /// Parses the options. A resend mails documents that were already issued, and a forward gives them to another
    /// insurer. Both ignore all other options.
    ///
    /// # Errors
    /// `documents`: [`InvalidCode::Required`] for an empty list, [`InvalidCode::Unknown`] for another code; `kind`:
    /// [`InvalidCode::Unknown`].
    pub fn parse(input: &ClaimOptionsInput<'_>) -> Result<Self, Invalid> {
        let kind = match input.kind {
            "" => ClaimKind::New,
            code => code.parse().map_err(|_| Invalid::new("kind", InvalidCode::Unknown))?,
        };
        if matches!(kind, ClaimKind::Resend | ClaimKind::Forward) {
            return Ok(Self {
                documents: Vec::new(),
                doctor_signature: false,
                registered_mail: kind == ClaimKind::Resend,
                forwarding: kind == ClaimKind::Forward,
                kind,
            });
        }
        Ok(Self {
            documents: parse_documents(input.documents)?,
            doctor_signature: input.doctor_signature,
            registered_mail: input.registered_mail,
            forwarding: input.forwarding,
            kind,
        })
    }
}

fn parse_documents(codes: &[String]) -> Result<Vec<Document>, Invalid> {
    let chosen: Result<Vec<Document>, _> = codes.iter().map(|code| code.parse()).collect();
    let chosen = chosen.map_err(|_| Invalid::new("documents", InvalidCode::Unknown))?;
    if chosen.is_empty() {
        return Err(Invalid::new("documents", InvalidCode::Required));
    }
    Ok(Document::VARIANTS.iter().copied().filter(|document| chosen.contains(document)).collect())
}

/// The patient's earlier claim on which a discount depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorClaim {
    /// The clinic.
    pub institution: InstitutionId,
    /// The insurer.
    pub insurer: InsurerId,
    /// The state.
    pub status: ClaimStatus,
    /// Whether it is paid and not refunded.
    pub paid: bool,
    /// Whether that payment included registered mail.
    pub registered_mail: bool,
    /// Whether one of its documents is still stored.
    pub has_files: bool,
}

impl ClaimKind {
    /// Checks that a claim of this kind may follow `prior`, which must be paid, issued and of the same clinic: a patient can
    /// cancel a claim and get all back until its documents are issued. A repeated claim needs the same insurer, a forward
    /// another one; a forward and a resend need documents that are still stored.
    /// `insurer` is `None` for a quote before the insurer is chosen.
    ///
    /// # Errors
    /// `priorClaimId`: [`InvalidCode::Required`] without an earlier claim, [`InvalidCode::Mismatch`] when this claim may not follow it;
    /// `insurerId`: [`InvalidCode::Mismatch`].
    pub fn check_prior(
        self,
        prior: Option<&PriorClaim>,
        institution: InstitutionId,
        insurer: Option<InsurerId>,
    ) -> Result<(), Invalid> {
        if self == Self::New {
            return Ok(());
        }
        let prior = prior.ok_or(Invalid::new("priorClaimId", InvalidCode::Required))?;
        let is_usable = prior.paid && prior.institution == institution && prior.status == ClaimStatus::Issued;
        let needs_files = matches!(self, Self::Resend | Self::Forward);
        if !is_usable || (needs_files && !prior.has_files) {
            return Err(Invalid::new("priorClaimId", InvalidCode::Mismatch));
        }
        let fits = insurer.is_none_or(|insurer| match self {
            Self::Reclaim => insurer == prior.insurer,
            Self::Forward => insurer != prior.insurer,
            Self::New | Self::Resend => true,
        });
        if fits { Ok(()) } else { Err(Invalid::new("insurerId", InvalidCode::Mismatch)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(documents: &[&str], kind: &str) -> Result<ClaimOptions, Invalid> {
        let documents: Vec<String> = documents.iter().map(|code| (*code).to_owned()).collect();
        ClaimOptions::parse(&ClaimOptionsInput { documents: &documents, kind, ..ClaimOptionsInput::default() })
    }

    #[test]
    fn documents_are_unique_and_ordered() {
        let both = parse(&["detailed_statement", "medical_bill_receipt", "detailed_statement"], "").expect("options");
        assert_eq!(both.documents, [Document::MedicalBillReceipt, Document::DetailedStatement]);
        assert_eq!(both.kind, ClaimKind::New);
    }

    #[test]
    fn options_refuse_by_field() {
        for (documents, kind, field, code) in [
            (&[][..], "new", "documents", InvalidCode::Required),
            (&["medical_bill_receipt", "x"], "new", "documents", InvalidCode::Unknown),
            (&["Medical_Bill_Receipt"], "new", "documents", InvalidCode::Unknown),
            (&["medical_bill_receipt"], "free", "kind", InvalidCode::Unknown),
        ] {
            assert_eq!(parse(documents, kind), Err(Invalid::new(field, code)));
        }
    }

    #[test]
    fn resend_is_registered_mail_only() {
        let input =
            ClaimOptionsInput { doctor_signature: true, forwarding: true, kind: "resend", ..Default::default() };
        let resend = ClaimOptions::parse(&input).expect("options");
        assert!(resend.documents.is_empty() && resend.registered_mail);
        assert!(!resend.doctor_signature && !resend.forwarding);
    }

    #[test]
    fn forward_kind_is_forwarding_only() {
        let forward = parse(&["medical_bill_receipt"], "forward").expect("options");
        assert!(forward.forwarding && forward.documents.is_empty() && !forward.registered_mail);
        assert!(!parse(&["medical_bill_receipt"], "reclaim").expect("options").forwarding);
    }

    const CLINIC: InstitutionId = InstitutionId::new(1);
    const INSURER: InsurerId = InsurerId::new(2);
    const PRIOR: PriorClaim = PriorClaim {
        institution: CLINIC,
        insurer: INSURER,
        status: ClaimStatus::Issued,
        paid: true,
        registered_mail: false,
        has_files: true,
    };
    const OTHER_INSURER: InsurerId = InsurerId::new(3);
    const DISCOUNTED: [ClaimKind; 3] = [ClaimKind::Reclaim, ClaimKind::Forward, ClaimKind::Resend];

    fn invalid(field: &'static str, code: InvalidCode) -> Result<(), Invalid> {
        Err(Invalid::new(field, code))
    }

    #[test]
    fn new_claim_needs_no_prior() {
        assert_eq!(ClaimKind::New.check_prior(None, CLINIC, Some(INSURER)), Ok(()));
    }

    #[test]
    fn discount_needs_a_prior_claim() {
        for kind in DISCOUNTED {
            let expected = invalid("priorClaimId", InvalidCode::Required);
            assert_eq!(kind.check_prior(None, CLINIC, Some(INSURER)), expected, "{kind:?}");
            let insurer = if kind == ClaimKind::Forward { OTHER_INSURER } else { INSURER };
            assert_eq!(kind.check_prior(Some(&PRIOR), CLINIC, Some(insurer)), Ok(()), "{kind:?}");
            assert_eq!(kind.check_prior(Some(&PRIOR), CLINIC, None), Ok(()), "{kind:?}");
        }
    }

    #[test]
    fn unusable_prior_claim_is_refused() {
        for prior in [
            PriorClaim { paid: false, ..PRIOR },
            PriorClaim { status: ClaimStatus::Canceled, ..PRIOR },
            PriorClaim { status: ClaimStatus::Requested, ..PRIOR },
            PriorClaim { status: ClaimStatus::Issuing, ..PRIOR },
            PriorClaim { institution: InstitutionId::new(9), ..PRIOR },
        ] {
            for kind in DISCOUNTED {
                let expected = invalid("priorClaimId", InvalidCode::Mismatch);
                assert_eq!(kind.check_prior(Some(&prior), CLINIC, Some(INSURER)), expected, "{kind:?} {prior:?}");
            }
        }
    }

    #[test]
    fn resend_and_forward_need_stored_files() {
        let prior = PriorClaim { has_files: false, ..PRIOR };
        let refused = |kind: ClaimKind| kind.check_prior(Some(&prior), CLINIC, None).is_err();
        assert_eq!(DISCOUNTED.map(refused), [false, true, true]);
    }

    #[test]
    fn insurer_must_fit_the_kind() {
        let wrong = invalid("insurerId", InvalidCode::Mismatch);
        let checked = |insurer| DISCOUNTED.map(|kind| kind.check_prior(Some(&PRIOR), CLINIC, Some(insurer)));
        assert_eq!(checked(OTHER_INSURER), [wrong, Ok(()), Ok(())]);
        assert_eq!(checked(INSURER), [Ok(()), wrong, Ok(())]);
    }
}
