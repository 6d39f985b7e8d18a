//! Days and months in query and path parameters.

use std::ops::Range;

use chrono::{DateTime, Months, NaiveDate, NaiveTime, TimeDelta, Utc};
use domain::{Invalid, InvalidCode, calendar};

/// Parses two days in Korea as YYYY-MM-DD into the range from the start of `start` to the end of `end`. A missing day leaves
/// the range open.
///
/// # Errors
/// [`InvalidCode::Format`] for an invalid day, [`InvalidCode::Range`] on `endAt` when it is before `startAt`.
pub fn parse_day_range(start: Option<&str>, end: Option<&str>) -> Result<(DateTime<Utc>, DateTime<Utc>), Invalid> {
    parse_range(["startAt", "endAt"], start, end)
}

/// Parses two days as [`parse_day_range`] does, of the fields `from` and `to`.
///
/// # Errors
/// [`InvalidCode::Format`] for an invalid day, [`InvalidCode::Range`] on `to` when it is before `from`.
pub fn parse_days(from: Option<&str>, to: Option<&str>) -> Result<(DateTime<Utc>, DateTime<Utc>), Invalid> {
    parse_range(["from", "to"], from, to)
}

fn parse_range(
    fields: [&'static str; 2],
    start: Option<&str>,
    end: Option<&str>,
) -> Result<(DateTime<Utc>, DateTime<Utc>), Invalid> {
    let [start_field, end_field] = fields;
    let first = start.map(|text| parse_day(start_field, text)).transpose()?;
    let last = end.map(|text| parse_day(end_field, text)).transpose()?;
    if first.zip(last).is_some_and(|(first, last)| last < first) {
        return Err(Invalid::new(end_field, InvalidCode::Range));
    }
    let from = first.map_or(DateTime::UNIX_EPOCH, start_of_day);
    // this cannot overflow: the day after the latest valid day can be represented
    let to = start_of_day(last.unwrap_or(MAX_DAY)) + TimeDelta::days(1);
    Ok((from, to))
}

/// Parses a month as YYYY-MM into its first day.
#[must_use]
pub fn parse_month(text: &str) -> Option<NaiveDate> {
    parse_day("month", &format!("{text}-01")).ok()
}

/// Returns the first day of the current month in Korea.
#[must_use]
pub fn current_month(now: DateTime<Utc>) -> NaiveDate {
    calendar::first_of_month(calendar::korean_day(now))
}

/// Returns the range of the month with this first day, in Korea.
#[must_use]
pub fn month_range(first: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let days = days_of_month(first);
    (start_of_day(days.start), start_of_day(days.end))
}

/// Returns the days of the month with this first day.
#[must_use]
pub fn days_of_month(first: NaiveDate) -> Range<NaiveDate> {
    first..first.checked_add_months(Months::new(1)).unwrap_or(MAX_DAY)
}

fn start_of_day(day: NaiveDate) -> DateTime<Utc> {
    calendar::korean_time(day, NaiveTime::MIN)
}

const MAX_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).expect("a day of the calendar");

fn parse_day(field: &'static str, text: &str) -> Result<NaiveDate, Invalid> {
    calendar::parse_day(text).ok_or(Invalid::new(field, InvalidCode::Format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_range_is_inclusive_in_korean_time() {
        let (from, to) = parse_day_range(Some("2025-10-09"), Some("2025-10-09")).expect("a day");
        assert_eq!(
            (from.to_rfc3339(), to.to_rfc3339()),
            ("2025-10-08T15:00:00+00:00".to_owned(), "2025-10-09T15:00:00+00:00".to_owned())
        );
        assert!(parse_day_range(None, Some("9999-12-31")).is_ok() && parse_day_range(Some("0000-01-01"), None).is_ok());
        assert_eq!(
            parse_day_range(Some("2025-10-09"), Some("2025-10-08")),
            Err(Invalid::new("endAt", InvalidCode::Range))
        );
        for wrong in
            ["", "2025-13-01", "2025-02-30", "20251009", "+025-10-09", "2025-10-9", "2025/10/09", "내일", "-999-01-01"]
        {
            assert_eq!(
                parse_day_range(Some(wrong), None),
                Err(Invalid::new("startAt", InvalidCode::Format)),
                "{wrong}"
            );
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
}
