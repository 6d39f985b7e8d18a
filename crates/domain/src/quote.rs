//! The price of a claim, line by line.

#[cfg(test)]
mod tests;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::claim::{ClaimKind, ClaimOptions, Document};
use crate::fees::{Fees, Price};
use crate::krw::Krw;
use crate::locale::Locale;

/// The item of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LineCode {
    /// A certificate: the receipt of the bill.
    #[strum(serialize = "certificate.medical_bill_receipt")]
    MedicalBillReceipt,
    /// A certificate: the statement that lists every treatment.
    #[strum(serialize = "certificate.detailed_statement")]
    DetailedStatement,
    /// A signed certificate: the receipt of the bill.
    #[strum(serialize = "signed_certificate.medical_bill_receipt")]
    SignedMedicalBillReceipt,
    /// A signed certificate: the statement that lists every treatment.
    #[strum(serialize = "signed_certificate.detailed_statement")]
    SignedDetailedStatement,
    /// Registered mail, postage included.
    RegisteredMail,
    /// Forwarding to another insurer.
    Forwarding,
    /// The discount for a claim to the same insurer again.
    #[strum(serialize = "discount.reclaim")]
    ReclaimDiscount,
    /// The discount for documents that are sent again.
    #[strum(serialize = "discount.resend")]
    ResendDiscount,
}

impl LineCode {
    /// Returns the line's text.
    #[must_use]
    pub const fn label(self, locale: Locale) -> &'static str {
        let (ko, en) = match self {
            Self::MedicalBillReceipt => ("진료비 영수증 발급", "Medical bill receipt"),
            Self::DetailedStatement => ("진료비 세부산정내역서 발급", "Detailed fee statement"),
            Self::SignedMedicalBillReceipt => {
                ("진료비 영수증 발급 (의사 서명)", "Medical bill receipt, signed by a doctor")
            }
            Self::SignedDetailedStatement => {
                ("진료비 세부산정내역서 발급 (의사 서명)", "Detailed fee statement, signed by a doctor")
            }
            Self::RegisteredMail => ("등기우편 발송", "Registered mail"),
            Self::Forwarding => ("다른 보험사로 전달", "Forwarding to another insurer"),
            Self::ReclaimDiscount => ("재청구 할인", "Repeated claim discount"),
            Self::ResendDiscount => ("재발송 할인", "Resending discount"),
        };
        match locale {
            Locale::Ko => ko,
            Locale::En => en,
        }
    }
}

/// A line of a quote. A discount has negative amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The item.
    pub code: LineCode,
    /// The amount without value-added tax.
    pub amount: Krw,
    /// The tax.
    pub vat: Krw,
}

impl Line {
    /// Returns the amount with tax.
    #[must_use]
    pub fn gross(self) -> Krw {
        self.amount + self.vat
    }

    const fn new(code: LineCode, price: Price) -> Self {
        Self { code, amount: price.supply, vat: price.vat }
    }
}

/// The price of a claim. Each code occurs at most once, and the total is never negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The lines: certificates first, discounts last.
    pub lines: Vec<Line>,
}

impl Quote {
    /// Prices the options of a claim. `mailed_before` states whether the payment of the earlier claim included
    /// registered mail; only a resend depends on it. A signed certificate has its own price, which includes the
    /// certificate. A discount is one line: its gross amount is rounded up to a won, and its tax is one eleventh of
    /// that, rounded down.
    #[must_use]
    pub fn new(fees: &Fees, options: &ClaimOptions, mailed_before: bool) -> Self {
        let postage = Line::new(LineCode::RegisteredMail, fees.registered_mail);
        if options.kind == ClaimKind::Resend {
            let percent = if mailed_before { fees.resend_after_mail_percent } else { fees.resend_percent };
            let discount = discount(&[postage], LineCode::ResendDiscount, percent);
            return Self { lines: vec![postage, discount] };
        }
        if options.kind == ClaimKind::Forward {
            return Self { lines: vec![Line::new(LineCode::Forwarding, fees.forwarding)] };
        }
        let certificate = if options.doctor_signature { fees.signed_certificate } else { fees.certificate };
        let line = |document: &Document| Line::new(line_code(*document, options.doctor_signature), certificate);
        let mut lines: Vec<Line> = options.documents.iter().map(line).collect();
        if options.forwarding {
            lines.push(Line::new(LineCode::Forwarding, fees.forwarding));
        }
        // postage is not discounted
        let discount = (options.kind == ClaimKind::Reclaim)
            .then(|| discount(&lines, LineCode::ReclaimDiscount, fees.reclaim_percent));
        lines.extend(options.registered_mail.then_some(postage));
        lines.extend(discount);
        Self { lines }
    }

    /// Returns the amount to be paid, with tax.
    #[must_use]
    pub fn total(&self) -> Krw {
        self.lines.iter().map(|line| line.gross()).sum()
    }

    /// Returns the value-added tax in the total.
    #[must_use]
    pub fn vat(&self) -> Krw {
        self.lines.iter().map(|line| line.vat).sum()
    }
}

const fn line_code(document: Document, is_signed: bool) -> LineCode {
    match (document, is_signed) {
        (Document::MedicalBillReceipt, false) => LineCode::MedicalBillReceipt,
        (Document::DetailedStatement, false) => LineCode::DetailedStatement,
        (Document::MedicalBillReceipt, true) => LineCode::SignedMedicalBillReceipt,
        (Document::DetailedStatement, true) => LineCode::SignedDetailedStatement,
    }
}

/// Returns the line that takes `percent` off all `lines`.
fn discount(lines: &[Line], code: LineCode, percent: u8) -> Line {
    let gross: Krw = lines.iter().map(|line| line.gross()).sum();
    let taxes: Krw = lines.iter().map(|line| line.vat).sum();
    let off = gross.discount(percent.min(100));
    // a discount cannot return more tax than the lines contain
    let vat = off.included_vat().min(taxes);
    Line { code, amount: -(off - vat), vat: -vat }
}
