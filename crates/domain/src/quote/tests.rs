use chrono::NaiveDate;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::*;

fn today() -> &'static Fees {
    Fees::for_day(NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day"))
}

fn options(documents: &[Document], [signed, mailed, forwarded]: [bool; 3], kind: ClaimKind) -> ClaimOptions {
    ClaimOptions {
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
fn full_quote_lists_every_item() {
    let all = options(Document::VARIANTS, [true, true, true], ClaimKind::New);
    let full = Quote::new(today(), &all, false);
    assert_eq!(
        lines(&full),
        [
            ("signed_certificate.medical_bill_receipt", 3_000, 300),
            ("signed_certificate.detailed_statement", 3_000, 300),
            ("forwarding", 3_000, 300),
            ("registered_mail", 10_000, 1_000),
        ]
    );
    assert_eq!((full.total(), full.vat()), (Krw::new(20_900), Krw::new(1_900)));
    let again = Quote::new(today(), &ClaimOptions { kind: ClaimKind::Reclaim, ..all }, true);
    assert_eq!(lines(&again).last(), Some(&("discount.reclaim", -4_500, -450)));
    assert_eq!(again.total(), Krw::new(20_900 - 4_950));
}

#[test]
fn totals_match_the_terms() {
    use ClaimKind::{Forward, New, Reclaim, Resend};
    let [receipt, statement] = [Document::MedicalBillReceipt, Document::DetailedStatement];
    for (documents, flags, kind, mailed_before, total) in [
        (&[receipt][..], [false, false, false], New, false, 3_630),
        (&[receipt, statement], [false, false, false], New, false, 7_260),
        (&[receipt], [true, false, false], New, false, 3_300),
        (&[receipt, statement], [true, false, false], New, false, 6_600),
        (&[receipt], [false, true, false], New, false, 14_630),
        (&[receipt], [false, false, true], New, false, 6_930),
        (&[receipt], [false, false, false], Reclaim, false, 1_815),
        (&[receipt], [true, true, false], Reclaim, true, 1_650 + 11_000),
        (&[], [false, false, true], Forward, false, 3_300),
        (&[], [false, true, false], Resend, false, 7_700),
        (&[], [false, true, false], Resend, true, 5_500),
    ] {
        let quote = Quote::new(today(), &options(documents, flags, kind), mailed_before);
        assert_eq!(quote.total(), Krw::new(total), "{documents:?} {flags:?} {kind:?} {mailed_before}");
    }
}

#[test]
fn forward_has_its_fee_only() {
    let forward = options(Document::VARIANTS, [true, true, true], ClaimKind::Forward);
    assert_eq!(lines(&Quote::new(today(), &forward, true)), [("forwarding", 3_000, 300)]);
}

#[test]
fn resend_has_postage_and_discount_only() {
    for (mailed_before, discount) in [(false, (-3_000, -300)), (true, (-5_000, -500))] {
        let quote = Quote::new(today(), &options(&[], [false, true, false], ClaimKind::Resend), mailed_before);
        let expected = [("registered_mail", 10_000, 1_000), ("discount.resend", discount.0, discount.1)];
        assert_eq!(lines(&quote), expected, "{mailed_before}");
    }
}

#[test]
fn discount_follows_postage() {
    let claim = options(&[Document::DetailedStatement], [true, true, false], ClaimKind::Reclaim);
    let codes: Vec<_> = Quote::new(today(), &claim, false).lines.iter().map(|line| line.code).collect();
    let expected = [LineCode::SignedDetailedStatement, LineCode::RegisteredMail, LineCode::ReclaimDiscount];
    assert_eq!(codes, expected);
}

#[test]
fn discount_is_at_most_everything() {
    let fees = Fees { reclaim_percent: 255, ..*today() };
    let claim = options(Document::VARIANTS, [true, false, false], ClaimKind::Reclaim);
    let quote = Quote::new(&fees, &claim, false);
    assert_eq!((quote.total(), quote.vat()), (Krw::ZERO, Krw::ZERO));
}

#[test]
fn earlier_mail_matters_to_a_resend_only() {
    for &kind in ClaimKind::VARIANTS {
        let claim = options(&[Document::MedicalBillReceipt], [true, true, true], kind);
        let same = Quote::new(today(), &claim, true) == Quote::new(today(), &claim, false);
        assert_eq!(same, kind != ClaimKind::Resend, "{kind:?}");
    }
}

#[test]
fn labels_exist_in_both_languages() {
    for code in LineCode::VARIANTS {
        assert!(!code.label(Locale::Ko).is_empty() && code.label(Locale::En).is_ascii(), "{code:?}");
    }
}

prop_compose! {
    /// Any list of fees, including prices that need rounding.
    fn any_fees()(prices in proptest::array::uniform4(1_i64..100_000), percents in proptest::array::uniform3(0_u8..=100)) -> Fees {
        let [certificate, signed, mail, forwarding] = prices;
        let [reclaim_percent, resend_percent, resend_after_mail_percent] = percents;
        Fees {
            certificate: Price::from_net(certificate),
            signed_certificate: Price::from_gross(signed),
            registered_mail: Price::from_gross(mail),
            forwarding: Price::from_gross(forwarding),
            reclaim_percent,
            resend_percent,
            resend_after_mail_percent,
            ..*today()
        }
    }
}

prop_compose! {
    fn any_options()(
        documents in subsequence(Document::VARIANTS.to_vec(), 1..=2),
        flags: [bool; 3],
        kind in subsequence(ClaimKind::VARIANTS.to_vec(), 1),
    ) -> ClaimOptions {
        options(&documents, flags, kind[0])
    }
}

proptest! {
    #[test]
    fn total_is_sum_of_lines(fees in any_fees(), options in any_options(), before: bool) {
        let quote = Quote::new(&fees, &options, before);
        let sum: i64 = quote.lines.iter().map(|line| line.amount.get() + line.vat.get()).sum();
        prop_assert_eq!(quote.total().get(), sum);
        prop_assert!(sum >= 0 && quote.vat() >= Krw::ZERO && quote.vat() <= quote.total());
        let mut codes: Vec<_> = quote.lines.iter().map(|line| line.code).collect();
        codes.sort_unstable();
        codes.dedup();
        prop_assert_eq!(codes.len(), quote.lines.len());
    }

    #[test]
    fn only_the_discount_is_negative(fees in any_fees(), options in any_options(), before: bool) {
        let quote = Quote::new(&fees, &options, before);
        let is_discount = |line: &Line| line.code.as_str().starts_with("discount.");
        for line in &quote.lines {
            let sign = if is_discount(line) { -1 } else { 1 };
            prop_assert!(line.amount.get() * sign >= 0 && line.vat.get() * sign >= 0, "{:?}", line);
        }
        let discounts = quote.lines.iter().filter(|line| is_discount(line)).count();
        let has_discount = matches!(options.kind, ClaimKind::Reclaim | ClaimKind::Resend);
        prop_assert_eq!(discounts, usize::from(has_discount));
    }

    #[test]
    fn postage_is_not_discounted(fees in any_fees(), options in any_options(), before: bool) {
        prop_assume!(matches!(options.kind, ClaimKind::New | ClaimKind::Reclaim));
        let with = Quote::new(&fees, &ClaimOptions { registered_mail: true, ..options.clone() }, before).total();
        let without = Quote::new(&fees, &ClaimOptions { registered_mail: false, ..options }, before).total();
        prop_assert_eq!(with - without, fees.registered_mail.gross());
    }

    #[test]
    fn discount_is_rounded_up_to_a_won(fees in any_fees(), options in any_options(), before: bool) {
        let (percent, of): (u8, fn(&Line) -> bool) = match options.kind {
            ClaimKind::New | ClaimKind::Forward => return Ok(()),
            ClaimKind::Resend if before => (fees.resend_after_mail_percent, |line| line.gross() > Krw::ZERO),
            ClaimKind::Resend => (fees.resend_percent, |line| line.gross() > Krw::ZERO),
            ClaimKind::Reclaim => (fees.reclaim_percent, |line| line.gross() > Krw::ZERO && line.code != LineCode::RegisteredMail),
        };
        let quote = Quote::new(&fees, &options, before);
        let base: i64 = quote.lines.iter().filter(|line| of(line)).map(|line| line.gross().get()).sum();
        let off = -quote.lines.last().map_or(0, |line| line.gross().get());
        let over = off * 100 - base * i64::from(percent);
        prop_assert!((0..100).contains(&over), "{} of {} at {}", off, base, percent);
    }
}
