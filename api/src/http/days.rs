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
