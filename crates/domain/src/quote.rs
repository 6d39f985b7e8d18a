//! What a claim costs, line by line.

use crate::claim::{ClaimKind, Document, Options};
use crate::failure::codes;
use crate::fees::{Fees, Price};
use crate::locale::Locale;
use crate::won::Won;

codes! {
    /// What a line is for.
    LineCode {
        /// The certificate: a receipt of the bill.
        MedicalBillReceipt = "certificate.medical_bill_receipt",
        /// The certificate: the statement that lists every treatment.
        DetailedStatement = "certificate.detailed_statement",
        /// The doctor's signature on all certificates.
        DoctorSignature = "doctor_signature",
        /// Registered mail, postage included.
        RegisteredMail = "registered_mail",
        /// Forwarding to another insurer.
        Forwarding = "forwarding",
        /// Off when a claim is made again or forwarded.
        ReclaimDiscount = "discount.reclaim",
        /// Off when documents are sent again.
        ResendDiscount = "discount.resend",
    }
}

impl LineCode {
    /// The line's words.
    #[must_use]
    pub const fn label(self, locale: Locale) -> &'static str {
        let (ko, en) = match self {
            Self::MedicalBillReceipt => ("진료비 영수증 발급", "Medical bill receipt"),
            Self::DetailedStatement => ("진료비 세부산정내역서 발급", "Detailed fee statement"),
            Self::DoctorSignature => ("의사 서명", "Doctor's signature"),
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

/// One line of a quote. Both parts are negative in a discount's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub code: LineCode,
    /// Without value-added tax.
    pub amount: Won,
    /// The tax.
    pub vat: Won,
}

impl Line {
    /// What the line adds to the total.
    #[must_use]
    pub fn gross(self) -> Won {
        self.amount + self.vat
    }

    fn of(code: LineCode, price: Price) -> Self {
        Self { code, amount: price.supply, vat: price.vat }
    }
}

/// What a claim costs. No code comes twice, and the total is never negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The lines, certificates first and discounts last.
    pub lines: Vec<Line>,
}

impl Quote {
    /// What is paid: the sum of all amounts and taxes.
    #[must_use]
    pub fn total(&self) -> Won {
        self.lines.iter().map(|line| line.gross()).sum()
    }

    /// The value-added tax within the total.
    #[must_use]
    pub fn vat(&self) -> Won {
        self.lines.iter().map(|line| line.vat).sum()
    }
}

/// Prices what was chosen. `mailed_before` says whether the payment of the earlier claim held registered mail; nothing but a
/// resend asks for it. A discount is one line: its gross is rounded up to a won, its tax is the eleventh of that rounded down.
#[must_use]
pub fn quote(fees: &Fees, options: &Options, mailed_before: bool) -> Quote {
    if options.kind == ClaimKind::Resend {
        let postage = Line::of(LineCode::RegisteredMail, fees.registered_mail);
        let percent = if mailed_before { fees.resend_after_mail_percent } else { fees.resend_percent };
        return Quote { lines: with_discount(vec![postage], LineCode::ResendDiscount, percent) };
    }
    let mut lines: Vec<Line> =
        options.documents.iter().map(|document| Line::of(line_of(*document), fees.certificate)).collect();
    if options.doctor_signature {
        let signature = options.documents.iter().map(|_| fees.doctor_signature);
        let (amount, vat) = signature.fold((Won::ZERO, Won::ZERO), |(a, v), one| (a + one.supply, v + one.vat));
        lines.push(Line { code: LineCode::DoctorSignature, amount, vat });
    }
    if options.forwarding {
        lines.push(Line::of(LineCode::Forwarding, fees.forwarding));
    }
    if matches!(options.kind, ClaimKind::Reclaim | ClaimKind::Forward) {
        lines = with_discount(lines, LineCode::ReclaimDiscount, fees.reclaim_percent);
    }
    if options.registered_mail {
        // before the discount's line, which has been counted without it
        let end = lines.iter().position(|line| line.code == LineCode::ReclaimDiscount).unwrap_or(lines.len());
        lines.insert(end, Line::of(LineCode::RegisteredMail, fees.registered_mail));
    }
    Quote { lines }
}

const fn line_of(document: Document) -> LineCode {
    match document {
        Document::MedicalBillReceipt => LineCode::MedicalBillReceipt,
        Document::DetailedStatement => LineCode::DetailedStatement,
    }
}

/// Adds the line that takes `percent` off all `lines`.
fn with_discount(mut lines: Vec<Line>, code: LineCode, percent: u8) -> Vec<Line> {
    let gross: Won = lines.iter().map(|line| line.gross()).sum();
    let taxes: Won = lines.iter().map(|line| line.vat).sum();
    let off = gross.percent_off(percent.min(100));
    // no line gives back a tax that the others do not hold
    let vat = off.vat_within().min(taxes);
    lines.push(Line { code, amount: -(off - vat), vat: -vat });
    lines
}
