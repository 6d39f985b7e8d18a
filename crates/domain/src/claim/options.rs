//! What is asked for: documents and how they go to the insurer.

use super::{ClaimKind, ClaimStatus, Document};
use crate::ids::{InstitutionId, InsurerId};
use crate::validation::{Code, Invalid};

/// What was asked for, as it came.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionsInput<'a> {
    /// Codes of documents.
    pub documents: &'a [String],
    /// Whether the doctor signs them.
    pub doctor_signature: bool,
    /// Whether they go out by registered mail.
    pub registered_mail: bool,
    /// Whether the claim is forwarded to another insurer.
    pub forwarding: bool,
    /// The code of the kind; a new claim when it is empty.
    pub kind: &'a str,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The documents, each once, in the order of [`Document::ALL`]; none for a resend.
    pub documents: Vec<Document>,
    /// Whether the doctor signs them.
    pub doctor_signature: bool,
    /// Whether they go out by registered mail; always for a resend.
    pub registered_mail: bool,
    /// Whether the claim is forwarded to another insurer; always for [`ClaimKind::Forward`].
    pub forwarding: bool,
    /// How it follows from earlier ones.
    pub kind: ClaimKind,
}

impl Options {
    /// Reads what was asked for. A resend sends what was issued already: it is registered mail and nothing else.
    ///
    /// # Errors
    /// `documents`: [`Code::Required`] for none, [`Code::Unknown`] for a code that is none of ours; `kind`: [`Code::Unknown`].
    pub fn parse(input: &OptionsInput<'_>) -> Result<Self, Invalid> {
        let kind = match input.kind {
            "" => ClaimKind::New,
            code => ClaimKind::from_code(code).ok_or(Invalid::new("kind", Code::Unknown))?,
        };
        if kind == ClaimKind::Resend {
            return Ok(Self {
                documents: Vec::new(),
                doctor_signature: false,
                registered_mail: true,
                forwarding: false,
                kind,
            });
        }
        if input.documents.iter().any(|code| Document::from_code(code).is_none()) {
            return Err(Invalid::new("documents", Code::Unknown));
        }
        let chosen = |document: &Document| input.documents.iter().any(|code| code == document.as_str());
        let documents: Vec<Document> = Document::ALL.iter().copied().filter(chosen).collect();
        if documents.is_empty() {
            return Err(Invalid::new("documents", Code::Required));
        }
        Ok(Self {
            documents,
            doctor_signature: input.doctor_signature,
            registered_mail: input.registered_mail,
            forwarding: input.forwarding || kind == ClaimKind::Forward,
            kind,
        })
    }
}

/// The earlier claim that a discount is asked for: one of the same patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prior {
    /// Its clinic.
    pub institution: InstitutionId,
    /// Its insurer.
    pub insurer: InsurerId,
    /// Its state.
    pub status: ClaimStatus,
    /// Whether its payment stands.
    pub paid: bool,
    /// Whether that payment held registered mail.
    pub registered_mail: bool,
}

impl Prior {
    /// Whether a claim of this kind may follow from `prior`. Only what was paid and not called off gives a discount, only at the
    /// same clinic, a repeated claim only for the same insurer, and only issued documents are sent again. `insurer` is none while
    /// a quote is asked for before the insurer is chosen.
    ///
    /// # Errors
    /// `priorClaimId`: [`Code::Required`] without an earlier claim, [`Code::Mismatch`] when it does not carry this one;
    /// `insurerId`: [`Code::Mismatch`].
    pub fn allows(
        prior: Option<&Self>,
        kind: ClaimKind,
        institution: InstitutionId,
        insurer: Option<InsurerId>,
    ) -> Result<(), Invalid> {
        if kind == ClaimKind::New {
            return Ok(());
        }
        let prior = prior.ok_or(Invalid::new("priorClaimId", Code::Required))?;
        let usable = prior.paid && prior.institution == institution && prior.status != ClaimStatus::Canceled;
        if !usable || (kind == ClaimKind::Resend && prior.status != ClaimStatus::Issued) {
            return Err(Invalid::new("priorClaimId", Code::Mismatch));
        }
        if kind == ClaimKind::Reclaim && insurer.is_some_and(|insurer| insurer != prior.insurer) {
            return Err(Invalid::new("insurerId", Code::Mismatch));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(documents: &[&str], kind: &str) -> Result<Options, Invalid> {
        let documents: Vec<String> = documents.iter().map(|code| (*code).to_owned()).collect();
        Options::parse(&OptionsInput { documents: &documents, kind, ..OptionsInput::default() })
    }

    #[test]
    fn documents_are_those_of_the_list_each_once() {
        let both = parse(&["detailed_statement", "medical_bill_receipt", "detailed_statement"], "").expect("options");
        assert_eq!(both.documents, [Document::MedicalBillReceipt, Document::DetailedStatement]);
        assert_eq!(both.kind, ClaimKind::New);
        assert_eq!(parse(&[], "new"), Err(Invalid::new("documents", Code::Required)));
        assert_eq!(parse(&["medical_bill_receipt", "x"], "new"), Err(Invalid::new("documents", Code::Unknown)));
        assert_eq!(parse(&["medical_bill_receipt"], "free"), Err(Invalid::new("kind", Code::Unknown)));
    }

    #[test]
    fn a_resend_is_registered_mail_and_a_forwarded_claim_is_forwarded() {
        let resend = parse(&["medical_bill_receipt"], "resend").expect("options");
        assert!(
            resend.documents.is_empty() && resend.registered_mail && !resend.doctor_signature && !resend.forwarding
        );
        assert!(parse(&["medical_bill_receipt"], "forward").expect("options").forwarding);
        assert!(!parse(&["medical_bill_receipt"], "reclaim").expect("options").forwarding);
    }

    #[test]
    fn a_discount_needs_a_paid_claim_that_carries_it() {
        let (clinic, insurer) = (InstitutionId::new(1), InsurerId::new(2));
        let good =
            Prior { institution: clinic, insurer, status: ClaimStatus::Issued, paid: true, registered_mail: false };
        let other = Some(InsurerId::new(3));
        let prior = Err(Invalid::new("priorClaimId", Code::Mismatch));
        for kind in [ClaimKind::Reclaim, ClaimKind::Forward, ClaimKind::Resend] {
            let ask = |prior: Prior| Prior::allows(Some(&prior), kind, clinic, Some(insurer));
            assert_eq!(ask(good), Ok(()), "{kind:?}");
            assert_eq!(Prior::allows(Some(&good), kind, clinic, None), Ok(()));
            assert_eq!(Prior::allows(None, kind, clinic, other), Err(Invalid::new("priorClaimId", Code::Required)));
            assert_eq!(ask(Prior { paid: false, ..good }), prior);
            assert_eq!(ask(Prior { status: ClaimStatus::Canceled, ..good }), prior);
            assert_eq!(ask(Prior { institution: InstitutionId::new(9), ..good }), prior);
            let early = ask(Prior { status: ClaimStatus::Issuing, ..good });
            assert_eq!(early.is_ok(), kind != ClaimKind::Resend);
            let elsewhere = Prior::allows(Some(&good), kind, clinic, other);
            assert_eq!(elsewhere.is_ok(), kind != ClaimKind::Reclaim, "{kind:?}");
        }
        assert_eq!(Prior::allows(None, ClaimKind::New, clinic, other), Ok(()));
    }
}
