use proptest::prelude::*;

use super::*;

const GOOD: ClaimInput<'_> = ClaimInput {
    insured_name: "김하늘",
    mobile: "01012345678",
    onset_date: "20261101",
    accident_type: "dental",
    reason: "충치 치료",
    bank_name: "하나은행",
    account_number: "12345678901234",
    depositor: "김하늘",
    resident_front: "900131",
    resident_back: "2",
    zipcode: "06234",
    address: "서울특별시 강남구 혀봄로 1",
    address_detail: "",
};

fn rules() -> FormRules {
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    FormRules { today, full_resident: false, mailed: false, forwarded: true }
}

fn errors(input: &ClaimInput<'_>, rules: FormRules) -> Vec<(&'static str, &'static str)> {
    let errors = ClaimForm::parse(input, rules).expect_err("refused");
    errors.into_iter().map(|invalid| (invalid.field, invalid.code.as_str())).collect()
}

#[test]
fn valid_form_is_parsed_and_hidden_in_debug() {
    let form = ClaimForm::parse(&GOOD, rules()).expect("a form");
    let payout = form.payout.as_ref().expect("forwarded");
    assert_eq!((payout.resident.as_str(), payout.account_number.to_masked().as_str()), ("9001312", "**********1234"));
    assert_eq!(form.mail_to, None);
    let shown = format!("{form:?}");
    for hidden in ["하늘", "0101234", "12345678", "900131"] {
        assert!(!shown.contains(hidden), "{shown}");
    }
    let mailed = ClaimForm::parse(&GOOD, FormRules { mailed: true, ..rules() }).expect("a form");
    assert_eq!(mailed.mail_to.expect("an address").zipcode, "06234");
}

#[test]
fn empty_form_reports_every_field() {
    let fields = [
        "insuredName",
        "mobile",
        "onsetDate",
        "accidentType",
        "reason",
        "bankName",
        "accountNumber",
        "depositor",
        "residentFront",
        "residentBack",
        "zipcode",
        "address",
    ];
    let expected: Vec<_> = fields.into_iter().map(|field| (field, "required")).collect();
    assert_eq!(errors(&ClaimInput::default(), FormRules { mailed: true, ..rules() }), expected);
}

#[test]
fn invalid_field_is_reported_by_code() {
    let long = "가".repeat(1_001);
    let table: [(ClaimInput<'_>, &str, &str); 17] = [
        (ClaimInput { mobile: "010-1234-5678", ..GOOD }, "mobile", "format"),
        (ClaimInput { mobile: "010123456", ..GOOD }, "mobile", "format"),
        (ClaimInput { onset_date: "20261122", ..GOOD }, "onsetDate", "range"),
        (ClaimInput { onset_date: "18991231", ..GOOD }, "onsetDate", "range"),
        (ClaimInput { onset_date: "2026-02-30", ..GOOD }, "onsetDate", "format"),
        (ClaimInput { accident_type: "war", ..GOOD }, "accidentType", "unknown"),
        (ClaimInput { reason: &long, ..GOOD }, "reason", "too_long"),
        (ClaimInput { reason: "a\0b", ..GOOD }, "reason", "format"),
        (ClaimInput { bank_name: &long[..303], ..GOOD }, "bankName", "too_long"),
        (ClaimInput { account_number: "123-45", ..GOOD }, "accountNumber", "format"),
        (ClaimInput { account_number: "12345a", ..GOOD }, "accountNumber", "format"),
        (ClaimInput { account_number: "123456789012345678901", ..GOOD }, "accountNumber", "format"),
        (ClaimInput { resident_front: "90013", ..GOOD }, "residentFront", "format"),
        (ClaimInput { resident_front: "901331", ..GOOD }, "residentFront", "format"),
        (ClaimInput { resident_back: "21", ..GOOD }, "residentBack", "format"),
        // more than the tenant may store
        (ClaimInput { resident_back: "2123456", ..GOOD }, "residentBack", "format"),
        (ClaimInput { depositor: "\u{7}", ..GOOD }, "depositor", "format"),
    ];
    for (input, field, code) in table {
        assert_eq!(errors(&input, rules()), [(field, code)]);
    }
}

#[test]
fn full_resident_number_needs_seven_more_digits() {
    let full = FormRules { full_resident: true, ..rules() };
    assert_eq!(errors(&GOOD, full), [("residentBack", "format")]);
    let form = ClaimForm::parse(&ClaimInput { resident_back: "2123456", ..GOOD }, full).expect("a form");
    assert_eq!(form.payout.expect("forwarded").resident.as_str(), "9001312123456");
}

#[test]
fn payout_is_kept_only_for_forwarding() {
    let kept = FormRules { forwarded: false, ..rules() };
    assert_eq!(ClaimForm::parse(&GOOD, kept).expect("a form").payout, None, "although it is sent");
    let without =
        ClaimInput { bank_name: "", account_number: "", depositor: "", resident_front: "", resident_back: "", ..GOOD };
    assert!(ClaimForm::parse(&without, kept).is_ok());
    let missing = errors(&without, rules()).into_iter().map(|(field, _)| field).collect::<Vec<_>>();
    assert_eq!(missing, ["bankName", "accountNumber", "depositor", "residentFront", "residentBack"]);
}

#[test]
fn address_is_checked_only_for_registered_mail() {
    let long = "가".repeat(101);
    let mailed = FormRules { mailed: true, ..rules() };
    for (input, field, code) in [
        (ClaimInput { zipcode: "0623", ..GOOD }, "zipcode", "format"),
        (ClaimInput { zipcode: "06234a", ..GOOD }, "zipcode", "format"),
        (ClaimInput { address: &long, ..GOOD }, "address", "too_long"),
        (ClaimInput { address: "a\0", ..GOOD }, "address", "format"),
        (ClaimInput { address_detail: &long, ..GOOD }, "addressDetail", "too_long"),
    ] {
        assert_eq!(errors(&input, mailed), [(field, code)]);
        assert_eq!(ClaimForm::parse(&input, rules()).expect("a form").mail_to, None);
    }
}

#[test]
fn texts_are_trimmed_and_keep_line_breaks() {
    let input = ClaimInput { reason: " 충치\n치료\t ", address_detail: " 3층 ", ..GOOD };
    let form = ClaimForm::parse(&input, FormRules { mailed: true, ..rules() }).expect("a form");
    assert_eq!((form.reason.as_str(), form.mail_to.expect("an address").detail.as_str()), ("충치\n치료", "3층"));
}

#[test]
fn short_account_is_masked_completely() {
    for (digits, masked) in [("1", "*"), ("1234", "****"), ("12345", "****5"), ("12345678", "****5678")] {
        assert_eq!(AccountNumber::from_stored(digits.to_owned()).to_masked(), masked);
    }
}

#[test]
fn resident_leap_day_depends_on_century() {
    let born = |front, back| {
        let input = ClaimInput { resident_front: front, resident_back: back, ..GOOD };
        ClaimForm::parse(&input, rules()).is_ok()
    };
    assert!(born("000229", "3") && !born("000229", "1") && born("960229", "6"));
}

proptest! {
    #[test]
    fn masked_account_shows_four_digits(digits in "[0-9]{1,20}") {
        let masked = AccountNumber::from_stored(digits.clone()).to_masked();
        prop_assert_eq!(masked.len(), digits.len());
        prop_assert!(masked.bytes().filter(u8::is_ascii_digit).count() <= 4 && masked.starts_with('*'));
    }

    #[test]
    fn any_input_is_handled(text in "\\PC{0,30}", other in "[0-9.-]{0,14}") {
        let input = ClaimInput {
            insured_name: &text, onset_date: &other, account_number: &text, resident_front: &other,
            resident_back: &text, ..GOOD
        };
        let _ = ClaimForm::parse(&input, rules());
    }
}
