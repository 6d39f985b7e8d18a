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

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;

    fn today() -> &'static Fees {
        Fees::on(NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day"))
    }

    fn options(documents: &[Document], [signed, mailed, forwarded]: [bool; 3], kind: ClaimKind) -> Options {
        Options {
            documents: documents.to_vec(),
            doctor_signature: signed,
            registered_mail: mailed,
            forwarding: forwarded,
            kind,
        }
    }

    fn lines(quote: &Quote) -> Vec<(&'static str, i64, i64)> {
        quote.lines.iter().map(|line| (line.code.as_str(), line.amount.get(), line.vat.get())).collect()
    }

    #[test]
    fn everything_that_can_be_bought_has_its_line() {
        let all = options(Document::ALL, [true, true, true], ClaimKind::New);
        let full = quote(today(), &all, false);
        assert_eq!(
            lines(&full),
            [
                ("certificate.medical_bill_receipt", 3_300, 330),
                ("certificate.detailed_statement", 3_300, 330),
                ("doctor_signature", 6_000, 600),
                ("forwarding", 3_000, 300),
                ("registered_mail", 10_000, 1_000),
            ]
        );
        assert_eq!((full.total(), full.vat()), (Won::new(28_160), Won::new(2_560)));
        let again = quote(today(), &Options { kind: ClaimKind::Reclaim, ..all }, true);
        assert_eq!(lines(&again).last(), Some(&("discount.reclaim", -7_800, -780)));
        assert_eq!(again.total(), Won::new(28_160 - 8_580));
    }

    #[test]
    fn the_prices_of_the_terms_come_out() {
        use ClaimKind::{Forward, New, Reclaim, Resend};
        let [receipt, statement] = [Document::MedicalBillReceipt, Document::DetailedStatement];
        for (documents, flags, kind, mailed_before, total) in [
            (&[receipt][..], [false, false, false], New, false, 3_630),
            (&[receipt, statement], [false, false, false], New, false, 7_260),
            (&[receipt], [true, false, false], New, false, 6_930),
            (&[receipt], [false, true, false], New, false, 14_630),
            (&[receipt], [false, false, true], New, false, 6_930),
            (&[receipt], [false, false, false], Reclaim, false, 1_815),
            (&[receipt], [true, true, false], Reclaim, true, 3_465 + 11_000),
            (&[receipt], [false, false, true], Forward, false, 3_465),
            (&[], [false, true, false], Resend, false, 7_700),
            (&[], [false, true, false], Resend, true, 5_500),
        ] {
            let quote = quote(today(), &options(documents, flags, kind), mailed_before);
            assert_eq!(quote.total(), Won::new(total), "{documents:?} {flags:?} {kind:?} {mailed_before}");
        }
    }

    #[test]
    fn every_line_has_words_in_both_languages() {
        for code in LineCode::ALL {
            assert!(!code.label(Locale::Ko).is_empty() && code.label(Locale::En).is_ascii(), "{code:?}");
        }
    }

    prop_compose! {
        /// Any list of fees, with prices that no rounding was made for.
        fn any_fees()(prices in proptest::array::uniform4(1_i64..100_000), percents in proptest::array::uniform3(0_u8..=100)) -> Fees {
            let [certificate, signature, mail, forwarding] = prices;
            let [reclaim_percent, resend_percent, resend_after_mail_percent] = percents;
            Fees {
                certificate: Price::without_vat(certificate),
                doctor_signature: Price::with_vat(signature),
                registered_mail: Price::with_vat(mail),
                forwarding: Price::with_vat(forwarding),
                reclaim_percent,
                resend_percent,
                resend_after_mail_percent,
                ..*today()
            }
        }
    }

    prop_compose! {
        fn any_options()(
            documents in subsequence(Document::ALL.to_vec(), 1..=2),
            flags: [bool; 3],
            kind in subsequence(ClaimKind::ALL.to_vec(), 1),
        ) -> Options {
            options(&documents, flags, kind[0])
        }
    }

    proptest! {
        #[test]
        fn a_quote_adds_up(fees in any_fees(), options in any_options(), before: bool) {
            let quote = quote(&fees, &options, before);
            let sum: i64 = quote.lines.iter().map(|line| line.amount.get() + line.vat.get()).sum();
            prop_assert_eq!(quote.total().get(), sum);
            prop_assert!(sum >= 0 && quote.vat() >= Won::ZERO && quote.vat() <= quote.total());
            let mut codes: Vec<_> = quote.lines.iter().map(|line| line.code).collect();
            codes.sort_unstable();
            codes.dedup();
            prop_assert_eq!(codes.len(), quote.lines.len());
        }

        #[test]
        fn only_discounts_are_negative_and_there_is_one_at_most(fees in any_fees(), options in any_options(), before: bool) {
            let quote = quote(&fees, &options, before);
            let is_discount = |line: &Line| line.code.as_str().starts_with("discount.");
            for line in &quote.lines {
                let sign = if is_discount(line) { -1 } else { 1 };
                prop_assert!(line.amount.get() * sign >= 0 && line.vat.get() * sign >= 0, "{:?}", line);
            }
            let discounts = quote.lines.iter().filter(|line| is_discount(line)).count();
            prop_assert_eq!(discounts, usize::from(options.kind != ClaimKind::New));
        }

        #[test]
        fn postage_is_paid_in_full_unless_it_is_all_there_is(fees in any_fees(), options in any_options(), before: bool) {
            prop_assume!(options.kind != ClaimKind::Resend);
            let with = quote(&fees, &Options { registered_mail: true, ..options.clone() }, before).total();
            let without = quote(&fees, &Options { registered_mail: false, ..options }, before).total();
            prop_assert_eq!(with - without, fees.registered_mail.gross());
        }

        #[test]
        fn a_discount_favours_the_payer_by_less_than_a_won(fees in any_fees(), options in any_options(), before: bool) {
            let (percent, of): (u8, fn(&Line) -> bool) = match options.kind {
                ClaimKind::New => return Ok(()),
                ClaimKind::Resend if before => (fees.resend_after_mail_percent, |line| line.gross() > Won::ZERO),
                ClaimKind::Resend => (fees.resend_percent, |line| line.gross() > Won::ZERO),
                _ => (fees.reclaim_percent, |line| line.gross() > Won::ZERO && line.code != LineCode::RegisteredMail),
            };
            let quote = quote(&fees, &options, before);
            let base: i64 = quote.lines.iter().filter(|line| of(line)).map(|line| line.gross().get()).sum();
            let off = -quote.lines.last().map_or(0, |line| line.gross().get());
            let over = off * 100 - base * i64::from(percent);
            prop_assert!((0..100).contains(&over), "{} of {} at {}", off, base, percent);
        }
    }
}
