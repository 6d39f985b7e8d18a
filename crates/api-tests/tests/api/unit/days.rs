//! Days and months that clients send.

use api::clinic::claims::generate::parse_date;
use api::hotel::environment::EnvironmentQuery;
use api::http::days::{current_month, month_range, parse_day_range, parse_month};
use chrono::{DateTime, NaiveDate, TimeDelta};
use domain::{Invalid, InvalidCode};
use serde_json::json;

#[test]
fn day_range_is_inclusive_in_korean_time() {
    let (from, to) = parse_day_range(Some("2025-10-09"), Some("2025-10-09")).expect("a day");
    assert_eq!(
        (from.to_rfc3339(), to.to_rfc3339()),
        ("2025-10-08T15:00:00+00:00".to_owned(), "2025-10-09T15:00:00+00:00".to_owned())
    );
    assert!(parse_day_range(None, Some("9999-12-31")).is_ok() && parse_day_range(Some("0000-01-01"), None).is_ok());
    assert_eq!(parse_day_range(Some("2025-10-09"), Some("2025-10-08")), Err(Invalid::new("endAt", InvalidCode::Range)));
    for wrong in
        ["", "2025-13-01", "2025-02-30", "20251009", "+025-10-09", "2025-10-9", "2025/10/09", "내일", "-999-01-01"]
    {
        assert_eq!(parse_day_range(Some(wrong), None), Err(Invalid::new("startAt", InvalidCode::Format)), "{wrong}");
    }
}

#[test]
fn month_range_is_in_korean_time() {
    let (from, to) = month_range(parse_month("2026-12").expect("a month"));
    assert_eq!(
        (from.to_rfc3339(), to.to_rfc3339()),
        ("2026-11-30T15:00:00+00:00".to_owned(), "2026-12-31T15:00:00+00:00".to_owned())
    );
    assert_eq!(Some(current_month(from)), parse_month("2026-12"));
    assert_eq!(Some(current_month(from - TimeDelta::seconds(1))), parse_month("2026-11"));
    for wrong in ["", "2026", "2026-13", "2026-1", "2026-01-01", "내일"] {
        assert_eq!(parse_month(wrong), None, "{wrong}");
    }
    assert!(month_range(parse_month("9999-12").expect("the last one")).1 > DateTime::UNIX_EPOCH);
}

/// Returns the months of a query for a hotel's environment, or what is wrong with it.
fn months(from: &str, to: &str) -> Result<String, Vec<String>> {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let query: EnvironmentQuery = serde_json::from_value(json!({"from": text(from), "to": text(to)})).expect("a query");
    // 9 October 2025 in Korea
    let now = DateTime::from_timestamp(1_760_000_000, 0).expect("a time");
    match query.months(now) {
        Ok(months) => Ok(format!("{} {}", months.start(), months.end())),
        Err(problem) => Err(problem.errors.iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn months_default_to_a_year() {
    assert_eq!(months("", ""), Ok("2024-11-01 2025-10-01".to_owned()));
    assert_eq!(months("2025-01", ""), Ok("2025-01-01 2025-10-01".to_owned()));
    assert_eq!(months("", "2024-12"), Ok("2024-01-01 2024-12-01".to_owned()));
}

#[test]
fn months_out_of_range_are_refused() {
    for (from, to, error) in [
        ("2025-10", "2025-09", "from: range"),
        ("", "2025-11", "from: range"),
        ("2020-10", "2025-10", "from: range"),
        ("2025", "", "from: format"),
        ("", "2025-13", "to: format"),
        ("+025-01", "", "from: format"),
    ] {
        assert_eq!(months(from, to), Err(vec![error.to_owned()]), "{from} {to}");
    }
    assert!(months("2020-11", "2025-10").is_ok());
}

#[test]
fn date_accepts_three_formats() {
    let right = NaiveDate::from_ymd_opt(2026, 11, 18);
    for text in ["2026-11-18", "20261118", "2026.11.18", " 2026-11-18 "] {
        assert_eq!(parse_date(text).ok(), right, "{text}");
    }
    for text in ["2026-11", "2026-02-30", "18-11-2026x", "00011118", "2026/11/18"] {
        assert_eq!(parse_date(text), Err(InvalidCode::Format), "{text}");
    }
    assert_eq!(parse_date(""), Err(InvalidCode::Required));
}
