//! The refund rules, as the terms (S9) and the screens state them.

use strum::{IntoStaticStr, VariantArray};

use crate::claim::{Actor, ClaimStatus, StepContext};
use crate::krw::Krw;
use crate::locale::Locale;

/// A case of the terms, and a row of the table that the terms and the screens show.
///
/// The steps of [`ClaimStatus`] apply them: the patient cancels, with a refund in full, until a document is issued, and
/// not afterwards, even if the claim was a mistake; the clinic cancels with a refund at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum RefundCase {
    /// The claim is canceled before a document is issued.
    BeforeIssue,
    /// The clinic cannot issue the documents.
    NotIssuable,
    /// A document is issued.
    Issued,
    /// The member made a mistake, which is no reason to refund what was issued.
    Mistake,
    /// The company made a mistake.
    OurFault,
}

impl RefundCase {
    /// Returns the display text of the case.
    #[must_use]
    pub const fn label(self, locale: Locale) -> &'static str {
        let (ko, en) = match self {
            Self::BeforeIssue => ("증명서가 발급되기 전에 취소한 경우", "Canceled before the certificate was issued"),
            Self::NotIssuable => ("치과가 서류를 발급할 수 없는 경우", "The clinic cannot issue the documents"),
            Self::Issued => ("증명서가 이미 발급된 경우", "The certificate has been issued"),
            Self::Mistake => (
                "회원의 실수로 잘못 신청한 경우 (치과, 기간, 보험사 등을 잘못 고름)",
                "A member's mistake in applying (wrong clinic, period, insurer and the like)",
            ),
            Self::OurFault => (
                "회사의 잘못으로 서류가 잘못되거나 전달되지 않은 경우",
                "Documents wrong or not delivered through our fault",
            ),
        };
        pick(locale, ko, en)
    }

    /// Returns the display text of the refund.
    #[must_use]
    pub const fn outcome(self, locale: Locale) -> &'static str {
        let (ko, en) = match self {
            Self::BeforeIssue | Self::NotIssuable | Self::OurFault => ("전액 돌려드려요", "Refunded in full"),
            Self::Issued | Self::Mistake => ("돌려드리지 못해요", "Not refunded"),
        };
        pick(locale, ko, en)
    }
}

const fn pick(locale: Locale, ko: &'static str, en: &'static str) -> &'static str {
    match locale {
        Locale::Ko => ko,
        Locale::En => en,
    }
}

/// Returns the refund of a patient who cancels now: all that was paid. Returns `None` if the patient cannot cancel.
#[must_use]
pub fn refund_of_cancellation(status: ClaimStatus, paid: Option<Krw>, any_issued: bool) -> Option<Krw> {
    let context = StepContext { by: Actor::Patient, is_paid: paid.is_some(), all_issued: false, any_issued };
    status.step(ClaimStatus::Canceled, context).ok().map(|_| paid.unwrap_or(Krw::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancellation_before_issue_returns_everything() {
        let paid = Some(Krw::new(7_260));
        for (status, any_issued, refund) in [
            (ClaimStatus::Requested, false, paid),
            (ClaimStatus::Issuing, false, paid),
            (ClaimStatus::Issuing, true, None),
            (ClaimStatus::Issued, true, None),
            (ClaimStatus::Canceled, false, None),
        ] {
            assert_eq!(refund_of_cancellation(status, paid, any_issued), refund, "{status:?} {any_issued}");
        }
        assert_eq!(refund_of_cancellation(ClaimStatus::Requested, None, false), Some(Krw::ZERO));
    }

    #[test]
    fn words_exist_in_both_languages() {
        for case in RefundCase::VARIANTS {
            assert!(case.label(Locale::En).is_ascii() && case.outcome(Locale::En).is_ascii(), "{case:?}");
            assert_ne!(case.label(Locale::Ko), case.label(Locale::En));
        }
    }
}
