//! The last accepted and the first refused value of each limit.

use chrono::{DateTime, TimeDelta, Utc};
use domain::directory::{AccountInput, ClinicInput, InsurerInput, KakaoInput, parse_host, parse_secret};
use domain::hotel::api_key::{MAX_PERIOD_DAYS, UsagePeriod, parse_key_category, parse_key_name};
use domain::hotel::client::{parse_client_address, parse_client_name};
use domain::hotel::order::Parcel;
use domain::hotel::price::{MAX_BOXES, MAX_LINES, PriceInput, price};
use domain::hotel::product::{ProductInput, ProductSpec};
use domain::hotel::room::{DispenserSpec, DispenserStatus, RequireReason, RoomSpec, RoomState, level_ml, refill_ml};
use domain::hotel::sensor::{
    MAX_CLOCK_SKEW, MAX_READING_AGE, MAX_SILENCE, ReadingInput, ReadingRefusal, SensorState, SensorStatus,
    check_reading, parse_serial,
};
use domain::hotel::stock;
use domain::hotel::user::{parse_classification, parse_contact, parse_memo};
use domain::{Invalid, InvalidCode, Krw};
use proptest::prelude::*;

/// A syllable sent as two letters, and its composed form.
const DECOMPOSED: &str = "\u{1112}\u{1167}";
const COMPOSED: &str = "혀";

fn now() -> DateTime<Utc> {
    "2026-11-26T03:00:00Z".parse().expect("a time")
}

/// Returns the errors of an input, as `field: code`.
fn errors<T>(parsed: Result<T, Vec<Invalid>>) -> Vec<String> {
    parsed.err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn line_of_text_ends_at_its_limit() {
    type Parse = fn(&str) -> Result<String, Invalid>;
    let fields: [(&str, Parse, usize); 7] = [
        ("name", parse_client_name, 100),
        ("address", parse_client_address, 300),
        ("contact", parse_contact, 100),
        ("memo", parse_memo, 500),
        ("classification", parse_classification, 50),
        ("name", parse_key_name, 50),
        ("category", parse_key_category, 50),
    ];
    for (field, parse, max) in fields {
        assert_eq!(parse(&DECOMPOSED.repeat(max)).as_deref(), Ok(COMPOSED.repeat(max).as_str()), "{field}");
        assert_eq!(parse(&COMPOSED.repeat(max + 1)), Err(Invalid::new(field, InvalidCode::TooLong)));
        assert_eq!(parse("a\u{202e}b"), Err(Invalid::new(field, InvalidCode::Format)), "{field}");
        assert_eq!(parse("a\u{0}b"), Err(Invalid::new(field, InvalidCode::Format)), "{field}");
    }
}

#[test]
fn code_is_of_ascii_up_to_its_limit() {
    assert_eq!(parse_serial(&"a".repeat(40)).as_deref(), Ok("A".repeat(40).as_str()));
    assert_eq!(parse_serial(&"a".repeat(41)), Err(Invalid::new("serial", InvalidCode::TooLong)));
    for text in ["hb_1", "hb 1", "센서", "ａ１", "hb.1"] {
        assert_eq!(parse_serial(text), Err(Invalid::new("serial", InvalidCode::Format)), "{text}");
        assert_eq!(errors(RoomSpec::parse(text, 1)), ["number: format"], "{text}");
    }
    assert!(RoomSpec::parse(&"1".repeat(10), 1).is_ok());
    assert_eq!(errors(RoomSpec::parse(&"1".repeat(11), 1)), ["number: too_long"]);
}

#[test]
fn floor_and_dispenser_end_at_their_limits() {
    for (floor, expected) in [(-9, 0), (199, 0), (-10, 1), (200, 1)] {
        assert_eq!(errors(RoomSpec::parse("1", floor)).len(), expected, "{floor}");
    }
    for (capacity, threshold, expected) in [
        (1, 0, vec![]),
        (20_000, 100, vec![]),
        (0, 50, vec!["capacityMl: range"]),
        (20_001, 50, vec!["capacityMl: range"]),
        (300, -1, vec!["thresholdPercent: range"]),
        (300, 101, vec!["thresholdPercent: range"]),
    ] {
        assert_eq!(errors(DispenserSpec::parse(capacity, threshold)), expected, "{capacity} {threshold}");
    }
}

#[test]
fn product_ends_at_its_limits() {
    let name = "가".repeat(80);
    let longest = ProductInput {
        code: "ABCDEFGHIJ-123456789",
        kind: "hand_wash",
        name: &name,
        fragrance: &name,
        bottle_ml: 20_000,
        bottles_per_box: 1_000,
        unit_price: 100_000_000,
    };
    assert_eq!(errors(ProductSpec::parse(&longest)), [""; 0]);
    assert_eq!(errors(ProductSpec::parse(&ProductInput { bottle_ml: 1, bottles_per_box: 1, ..longest })), [""; 0]);
    let long = "가".repeat(81);
    for (input, error) in [
        (ProductInput { code: "ABCDEFGHIJ-1234567890", ..longest }, "code: too_long"),
        (ProductInput { name: &long, ..longest }, "name: too_long"),
        (ProductInput { fragrance: &long, ..longest }, "fragrance: too_long"),
        (ProductInput { kind: "Shampoo", ..longest }, "type: unknown"),
        (ProductInput { bottle_ml: 20_001, ..longest }, "bottleMl: range"),
        (ProductInput { bottle_ml: 0, ..longest }, "bottleMl: range"),
        (ProductInput { bottles_per_box: 1_001, ..longest }, "bottlesPerBox: range"),
        (ProductInput { unit_price: 100_000_001, ..longest }, "unitPrice: range"),
    ] {
        assert_eq!(errors(ProductSpec::parse(&input)), [error]);
    }
}

#[test]
fn parcel_ends_at_its_limits() {
    assert!(Parcel::parse(&"가".repeat(40), &"1".repeat(40)).is_ok());
    assert_eq!(
        errors(Parcel::parse(&"가".repeat(41), &"1".repeat(41))),
        ["courierCompany: too_long", "trackingNumber: too_long"]
    );
    assert_eq!(errors(Parcel::parse("CJ", "12 34")), ["trackingNumber: format"]);
    assert_eq!(errors(Parcel::parse("C\nJ", "12-34")), ["courierCompany: format"]);
}

#[test]
fn order_of_the_most_lines_and_boxes_is_priced() {
    let line =
        PriceInput { boxes: MAX_BOXES, bottles_per_box: 1_000, bottle_ml: 20_000, unit_price: Krw::new(100_000_000) };
    let priced = price(&[line; MAX_LINES]).expect("a price");
    assert_eq!((priced.lines[0].quantity, priced.lines[0].total_ml), (1_000_000, 20_000_000_000));
    assert_eq!(priced.supply_price, Krw::new(5_000_000_000_000));
    assert_eq!(priced.total, Krw::new(5_500_000_000_000));
}

#[test]
fn usage_period_ends_after_three_years() {
    let from = now().date_naive();
    let until = |days| UsagePeriod::parse(&from.to_string(), &(from + TimeDelta::days(days)).to_string());
    // both days count
    assert!(until(MAX_PERIOD_DAYS - 1).is_ok() && until(0).is_ok());
    for days in [MAX_PERIOD_DAYS, -1] {
        assert_eq!(until(days), Err(Invalid::new("validTo", InvalidCode::Range)), "{days}");
    }
}

#[test]
fn reading_at_the_edge_of_time_is_accepted() {
    let second = TimeDelta::seconds(1);
    let reading = |at| check_reading(&ReadingInput { at, level_percent: 50.0, battery_percent: Some(100.0) }, now());
    assert_eq!(reading(now() + MAX_CLOCK_SKEW), Ok(()));
    assert_eq!(reading(now() + MAX_CLOCK_SKEW + second), Err(ReadingRefusal::FutureTime));
    assert_eq!(reading(now() - MAX_READING_AGE), Ok(()));
    assert_eq!(reading(now() - MAX_READING_AGE - second), Err(ReadingRefusal::TooOld));
    for battery in [-0.1, 100.1, f64::INFINITY, f64::NAN] {
        let reading = ReadingInput { at: now(), level_percent: 50.0, battery_percent: Some(battery) };
        assert_eq!(check_reading(&reading, now()), Err(ReadingRefusal::OutOfRange), "{battery}");
    }
}

#[test]
fn sensor_is_silent_after_exactly_a_day() {
    let state = |heard: TimeDelta, checked: TimeDelta| {
        let status = SensorStatus {
            checked_at: now() - checked,
            last_reading_at: Some(now() - heard),
            battery_percent: Some(10.0),
            replace_date: None,
        };
        SensorState::derive(&status, now(), now().date_naive())
    };
    let almost = MAX_SILENCE - TimeDelta::seconds(1);
    assert_eq!(state(almost, MAX_SILENCE), SensorState::Normal);
    assert_eq!(state(MAX_SILENCE, almost), SensorState::Normal, "the later of both counts");
    assert_eq!(state(MAX_SILENCE, MAX_SILENCE), SensorState::NeedCheck);
}

#[test]
fn need_to_check_outweighs_a_low_battery() {
    let today = now().date_naive();
    let status = SensorStatus {
        checked_at: now(),
        last_reading_at: None,
        battery_percent: Some(9.99),
        replace_date: today.pred_opt(),
    };
    assert_eq!(SensorState::derive(&status, now(), today), SensorState::NeedCheck);
    let later = SensorStatus { replace_date: today.succ_opt(), ..status };
    assert_eq!(SensorState::derive(&later, now(), today), SensorState::Abnormal);
}

#[test]
fn clinic_and_insurer_end_at_their_limits() {
    let clinic = |name: usize, address: usize, phone: &str| {
        let input = ClinicInput {
            name: DECOMPOSED.repeat(name),
            representative_name: DECOMPOSED.repeat(name),
            address: DECOMPOSED.repeat(address),
            phone_number: phone.to_owned(),
        };
        errors(input.parse(true))
    };
    assert_eq!(clinic(100, 200, "12345678"), [""; 0]);
    assert_eq!(clinic(100, 200, " 12345678901 "), [""; 0]);
    assert_eq!(
        clinic(101, 201, "1234567"),
        ["name: too_long", "representativeName: too_long", "address: too_long", "phoneNumber: format"]
    );
    for phone in ["123456789012", "02-1234-5678", "０２１２３４５６７８"] {
        assert_eq!(clinic(1, 1, phone), ["phoneNumber: format"], "{phone}");
    }
    let insurer = |name| InsurerInput { name: DECOMPOSED.repeat(name), position: 0, active: true }.parse();
    assert_eq!(insurer(100).expect("an insurer").name, COMPOSED.repeat(100));
    assert_eq!(errors(insurer(101)), ["name: too_long"]);
}

#[test]
fn ids_of_partners_end_at_their_limits() {
    let kakao = |id: &str| errors(KakaoInput { pf_id: id.to_owned(), ..KakaoInput::default() }.parse());
    assert_eq!(kakao(&"a".repeat(64)), [""; 0]);
    assert_eq!(kakao(&"a".repeat(65)), ["pfId: too_long"]);
    assert_eq!((kakao("a-b"), kakao(" ")), (vec!["pfId: format".to_owned()], vec!["pfId: required".to_owned()]));
    let account =
        |id: String| errors(AccountInput { provider: "toss".to_owned(), client_id: id, active: true }.parse());
    assert_eq!(account("a".repeat(100)), [""; 0]);
    assert_eq!(account("a".repeat(101)), ["clientId: too_long"]);
    assert!(parse_secret(&"a".repeat(300)).is_ok());
}

#[test]
fn host_ends_at_its_limits() {
    let label = "a".repeat(63);
    let longest = [label.as_str(), &label, &label, &"b".repeat(61)].join(".");
    assert_eq!((longest.len(), parse_host(&longest).is_ok()), (253, true));
    let invalid = |code| Err(Invalid::new("hosts", code));
    assert_eq!(parse_host(&format!("{longest}b")), invalid(InvalidCode::TooLong));
    assert_eq!(parse_host(&format!("{label}a.kr")), invalid(InvalidCode::Format));
    for host in ["a..kr", ".kr", "kr.", "-a.kr", "a-.kr", "a_b.kr", "혀봄.kr", "a.kr:443"] {
        assert_eq!(parse_host(host), invalid(InvalidCode::Format), "{host}");
    }
}

proptest! {
    #[test]
    fn refill_by_default_makes_a_room_stable(
        capacity in 1_i32..=20_000,
        percent in 0.0_f32..=100.0,
        threshold in 0_i32..=100,
    ) {
        let level = level_ml(capacity, percent);
        prop_assert!((0..=capacity).contains(&level));
        let empty = DispenserStatus { capacity_ml: capacity, level_ml: 0, threshold_percent: threshold, sensor: None };
        let status = |level_ml| DispenserStatus { level_ml, ..empty };
        let is_low = status(level).reasons() == [RequireReason::Low];
        prop_assert_eq!(is_low, i64::from(level) * 100 < i64::from(threshold) * i64::from(capacity));
        prop_assert_eq!(RoomState::derive(&[status(level)]) == RoomState::Require, is_low);
        let poured = refill_ml(None, capacity, level).expect("an amount");
        prop_assert_eq!(level + poured, capacity);
        prop_assert_eq!(RoomState::derive(&[status(level + poured)]), RoomState::Stable);
    }

    #[test]
    fn more_dispensers_never_make_a_room_stable(
        levels in proptest::collection::vec(0_i32..=300, 0..8),
        more in 0_i32..=300,
    ) {
        let empty = DispenserStatus { capacity_ml: 300, level_ml: 0, threshold_percent: 20, sensor: None };
        let status = |level_ml: &i32| DispenserStatus { level_ml: *level_ml, ..empty };
        let mut dispensers: Vec<_> = levels.iter().map(status).collect();
        let before = RoomState::derive(&dispensers);
        dispensers.push(status(&more));
        let after = RoomState::derive(&dispensers);
        prop_assert!(before == RoomState::Stable || after == RoomState::Require);
    }

    #[test]
    fn stock_figures_never_promise_too_much(
        ml in 0..=stock::MAX_STOCK_ML,
        capacity in 1..=stock::MAX_STOCK_ML,
        used in 1_i64..1_000_000,
    ) {
        let rate = stock::holding_rate(ml, capacity);
        prop_assert!(rate * capacity <= ml * 100 && (rate + 1) * capacity > ml * 100);
        let days = stock::days_left(ml, used).expect("it is used");
        // the daily consumption is a thirtieth of what was used
        prop_assert!(days * used <= ml * stock::CONSUMPTION_DAYS && (days + 1) * used > ml * stock::CONSUMPTION_DAYS);
    }

    #[test]
    fn price_grows_with_every_box(boxes in 1..MAX_BOXES, unit_price in 1_i64..1_000_000) {
        let line = |boxes| PriceInput { boxes, bottles_per_box: 20, bottle_ml: 300, unit_price: Krw::new(unit_price) };
        let [less, more] = [boxes, boxes + 1].map(|boxes| price(&[line(boxes)]).expect("a price"));
        prop_assert_eq!(more.supply_price - less.supply_price, Krw::new(unit_price));
        prop_assert!(more.total > less.total);
        let split = price(&[line(boxes), line(1)]).expect("a price");
        prop_assert_eq!((split.total, split.vat), (more.total, more.vat), "two lines cost what one costs");
    }
}
