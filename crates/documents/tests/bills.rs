//! The limits and sums of a bill.

use chrono::{DateTime, Days, NaiveDate, Utc};
use documents::{
    Amounts, Bill, Category, Doctor, InvalidBill, InvalidReason, NewBill, NewLine, Office, Paid, Patient,
    render_statement,
};
use lopdf::Document;
use proptest::prelude::*;
use strum::VariantArray as _;

const FROM: NaiveDate = NaiveDate::from_ymd_opt(2025, 3, 1).expect("a day");

fn now() -> DateTime<Utc> {
    "2026-11-20T14:59:59Z".parse().expect("a time")
}

fn line(code: &str, amounts: [i64; 4]) -> NewLine {
    let [insured_self, insured_insurer, full_self, uninsured] = amounts;
    NewLine {
        date: FROM,
        category: None,
        code: code.to_owned(),
        name: "진찰료".to_owned(),
        unit_price: amounts.iter().sum(),
        quantity: 1.0,
        days: 1,
        amounts: Amounts { insured_self, insured_insurer, full_self, uninsured },
    }
}

fn new_bill(lines: &[NewLine]) -> NewBill<'_> {
    NewBill {
        number: "1",
        issued_at: now(),
        patient: Patient { name: "홍길동".to_owned(), number: String::new(), coverage: None },
        office: Office { name: "혀봄치과의원".to_owned(), ..Office::default() },
        period: FROM..=FROM,
        lines,
    }
}

fn outcome(bill: Result<Bill, InvalidBill>) -> Result<(), (String, InvalidReason)> {
    bill.map(|_| ()).map_err(|refused| (refused.path(), refused.reason))
}

fn refused(path: &str, reason: InvalidReason) -> Result<(), (String, InvalidReason)> {
    Err((path.to_owned(), reason))
}

#[test]
fn adjustment_is_below_a_hundred_and_the_share() {
    let range = || refused("adjustment", InvalidReason::Range);
    for (insured_self, won, expected) in [
        (3_099, 99, Ok(())),
        (3_099, 0, Ok(())),
        (3_099, 100, range()),
        (3_099, -1, range()),
        (40, 40, Ok(())),
        (40, 41, range()),
        (0, 1, range()),
    ] {
        // the insurer cannot take over uninsured charges
        let lines = [line("AA154", [insured_self, 7_000, 500, 500])];
        let bill = Bill::new(new_bill(&lines)).expect("sound");
        assert_eq!(outcome(bill.with_adjustment(won)), expected, "{insured_self} {won}");
    }
}

#[test]
fn adjustment_moves_won_between_payers() {
    let lines = [line("AA154", [3_099, 7_000, 500, 500])];
    let bill = Bill::new(new_bill(&lines)).and_then(|bill| bill.with_adjustment(99)).expect("sound");
    let total = Amounts { insured_self: 3_000, insured_insurer: 7_099, full_self: 500, uninsured: 500 };
    assert_eq!((bill.total(), bill.adjustment().total(), bill.subtotal().total()), (total, 0, total.total()));
    assert_eq!(bill.total().patient(), 4_000);
}

#[test]
fn payments_exceed_no_share() {
    let lines = [line("AA154", [3_050, 7_000, 0, 950])];
    let range = |part: &str| refused(&format!("paid.{part}"), InvalidReason::Range);
    for (card, cash_receipt, cash, expected) in [
        (3_950, 0, 0, Ok(())),
        (0, 3_950, 0, Ok(())),
        (1_000, 1_000, 1_950, Ok(())),
        (0, 0, 0, Ok(())),
        (3_951, 0, 0, range("card")),
        (-1, 0, 0, range("card")),
        (0, 3_951, 0, range("cashReceipt")),
        (0, 0, -1, range("cash")),
        (1_000, 1_000, 1_951, range("cash")),
        (i64::MAX, i64::MAX, 0, range("card")),
        (0, i64::MIN, i64::MIN, range("cashReceipt")),
    ] {
        let bill = Bill::new(new_bill(&lines)).and_then(|bill| bill.with_adjustment(50)).expect("sound");
        let paid = Paid { card, cash_receipt, cash };
        assert_eq!(outcome(bill.with_payments(paid)), expected, "{paid:?}");
    }
}

#[test]
fn period_is_at_most_a_year_long() {
    let lines = [line("AA154", [1, 0, 0, 0])];
    let until = |days| {
        let period = FROM..=(FROM + Days::new(days));
        outcome(Bill::new(NewBill { period, ..new_bill(&lines) }))
    };
    assert_eq!((until(0), until(366)), (Ok(()), Ok(())));
    assert_eq!(until(367), refused("periodTo", InvalidReason::Range));
    let ends = |issued_at: &str| {
        let issued_at = issued_at.parse().expect("a time");
        outcome(Bill::new(NewBill { issued_at, ..new_bill(&lines) }))
    };
    assert_eq!(ends("2025-02-28T15:00:00Z"), Ok(()), "the day has begun in Korea");
    assert_eq!(ends("2025-02-28T14:59:59Z"), refused("periodTo", InvalidReason::Range));
}

#[test]
fn bill_has_at_most_500_lines() {
    let many = vec![line("AA154", [10, 0, 0, 0]); 501];
    assert_eq!(outcome(Bill::new(new_bill(&many))), refused("lines", InvalidReason::TooLong));
    let bill = Bill::new(new_bill(&many[1..])).expect("sound");
    assert_eq!(bill.subtotal().total(), 5_000);
}

#[test]
fn line_at_the_bounds_is_accepted() {
    let dear =
        NewLine { unit_price: 100_000_000, quantity: 999.0, days: 366, ..line("", [0, 0, 0, 36_563_400_000_000]) };
    assert_eq!(outcome(Bill::new(new_bill(std::slice::from_ref(&dear)))), Ok(()));
    let free = NewLine { unit_price: 0, quantity: 0.01, ..line("", [0; 4]) };
    assert_eq!(outcome(Bill::new(new_bill(&[free]))), Ok(()));
    let long = NewLine { days: 367, ..dear.clone() };
    assert_eq!(outcome(Bill::new(new_bill(&[long]))), refused("lines[0].days", InvalidReason::Range));
    let dearer = NewLine { unit_price: 100_000_001, ..dear };
    assert_eq!(outcome(Bill::new(new_bill(&[dearer]))), refused("lines[0].unitPrice", InvalidReason::Range));
}

#[test]
fn business_number_has_ten_digits() {
    let lines = [line("AA154", [1, 0, 0, 0])];
    for (number, is_valid) in [
        ("", true),
        ("1234567890", true),
        ("123-45-67890", true),
        ("123456789", false),
        ("12345678901", false),
        ("123456789a", false),
    ] {
        let office = Office { business_number: number.to_owned(), ..new_bill(&lines).office };
        let expected = if is_valid { Ok(()) } else { refused("businessNumber", InvalidReason::Format) };
        assert_eq!(outcome(Bill::new(NewBill { office, ..new_bill(&lines) })), expected, "{number}");
    }
}

#[test]
fn doctor_needs_a_name_but_no_license() {
    let lines = [line("AA154", [1, 0, 0, 0])];
    let sign = |name: &str, license: &str| {
        let doctor = Doctor { name: name.to_owned(), license: license.to_owned() };
        outcome(Bill::new(new_bill(&lines)).expect("sound").with_doctor(&doctor))
    };
    assert_eq!((sign("이하은", ""), sign("이하은", "12345")), (Ok(()), Ok(())));
    assert_eq!(sign(" ", "12345"), refused("doctorName", InvalidReason::Required));
    assert_eq!(sign(&"가".repeat(101), ""), refused("doctorName", InvalidReason::TooLong));
}

#[test]
fn statement_orders_charges_by_item_and_day() {
    let on = |days, code: &str, name: &str| NewLine {
        date: FROM + Days::new(days),
        name: name.to_owned(),
        ..line(code, [1, 0, 0, 0])
    };
    let lines = [
        on(2, "U2239", "charge-d"),
        on(1, "U2239", "charge-c"),
        on(1, "AA254", "charge-b"),
        on(0, "AA154", "charge-a"),
    ];
    let period = FROM..=(FROM + Days::new(2));
    let file = render_statement(&Bill::new(NewBill { period, ..new_bill(&lines) }).expect("sound")).expect("written");
    let text = Document::load_mem(&file).expect("a PDF").extract_text(&[1]).expect("text");
    let places = ["charge-a", "charge-b", "charge-c", "charge-d"].map(|name| text.find(name).expect(name));
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn patient_and_office_end_at_their_limits() {
    let lines = [line("AA154", [1, 0, 0, 0])];
    let bill = |patient: usize, office: usize| {
        let patient = Patient { name: "가".repeat(patient), ..new_bill(&lines).patient };
        let office = Office { name: "나".repeat(office), ..new_bill(&lines).office };
        outcome(Bill::new(NewBill { patient, office, ..new_bill(&lines) }))
    };
    assert_eq!(bill(100, 1_000), Ok(()));
    assert_eq!(bill(101, 1), refused("name", InvalidReason::TooLong));
    assert_eq!(bill(1, 1_001), refused("clinicName", InvalidReason::TooLong));
    assert_eq!(bill(0, 1), refused("name", InvalidReason::Required));
}

proptest! {
    #[test]
    fn items_sum_up_to_the_bill(
        charges in prop::collection::vec(
            (prop::sample::select(vec!["AA154", "U2239", "L1010", "J5083001", ""]), any::<[u16; 4]>()),
            1..40,
        ),
        won in 0_i64..100,
    ) {
        let lines: Vec<_> = charges.iter().map(|(code, amounts)| line(code, amounts.map(i64::from))).collect();
        let mut bill = Bill::new(new_bill(&lines)).expect("sound");
        let share = bill.subtotal().insured_self;
        if won <= share {
            bill = bill.with_adjustment(won).expect("below a hundred");
        }
        let items = Category::VARIANTS.iter().filter_map(|item| bill.category_total(*item));
        prop_assert_eq!(items.sum::<Amounts>(), bill.subtotal());
        let total = bill.total();
        prop_assert_eq!(total.total(), bill.subtotal().total());
        prop_assert_eq!(total.patient() + total.insured_insurer, total.total());
        prop_assert!(total.insured_self >= 0 && total.patient() <= bill.subtotal().patient());
        let paid = Paid { cash: total.patient(), ..Paid::default() };
        prop_assert!(bill.with_payments(paid).is_ok(), "the patient can pay all of it");
    }
}
