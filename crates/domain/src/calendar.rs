//! The Korean calendar day.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

/// Korea's offset from UTC. Korea has no daylight saving time.
pub const KOREA_OFFSET: TimeDelta = TimeDelta::hours(9);

/// Returns the date in Korea at this moment.
#[must_use]
pub fn korean_day(at: DateTime<Utc>) -> NaiveDate {
    korean_clock(at).date()
}

/// Returns the local date and time in Korea at this moment.
#[must_use]
pub fn korean_clock(at: DateTime<Utc>) -> NaiveDateTime {
    (at + KOREA_OFFSET).naive_utc()
}

/// Returns the moment of this local date and time in Korea.
#[must_use]
pub fn korean_time(day: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
    day.and_time(time).and_utc() - KOREA_OFFSET
}

/// Parses a day in exactly the form `YYYY-MM-DD`. (`str::parse` also accepts signs, blanks and single digits.)
#[must_use]
pub fn parse_day(text: &str) -> Option<NaiveDate> {
    let is_form = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    (text.len() == 10 && text.bytes().enumerate().all(is_form)).then(|| text.parse().ok()).flatten()
}

/// Returns the first day of a day's month.
#[must_use]
pub fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_changes_at_three_in_the_afternoon_utc() {
        for (at, day) in [
            ("2026-11-20T14:59:59Z", "2026-11-20"),
            ("2026-11-20T15:00:00Z", "2026-11-21"),
            ("2026-12-31T15:00:00Z", "2027-01-01"),
            ("2028-02-28T23:00:00Z", "2028-02-29"),
        ] {
            assert_eq!(korean_day(at.parse().expect("a time")).to_string(), day, "{at}");
        }
    }

    #[test]
    fn day_of_another_form_is_refused() {
        for text in ["2026-01-02", "0000-01-01", "9999-12-31", "2028-02-29"] {
            assert_eq!(parse_day(text).map(|day| day.to_string()).as_deref(), Some(text));
        }
        for text in [
            "",
            "2026-1-2",
            "2026-01-2",
            "+2026-1-02",
            "+026-01-02",
            "-026-01-02",
            " 2026-1-02",
            "2026-01- 2",
            "2026/01/02",
            "20260102",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-02T",
            "가나다-1",
        ] {
            assert_eq!(parse_day(text), None, "{text:?}");
        }
    }

    #[test]
    fn korean_clock_and_time_are_inverse() {
        let at: DateTime<Utc> = "2026-11-20T15:00:00Z".parse().expect("a time");
        let clock = korean_clock(at);
        assert_eq!(
            (clock.to_string(), korean_time(clock.date(), clock.time())),
            ("2026-11-21 00:00:00".to_owned(), at)
        );
        assert_eq!(first_of_month(clock.date()).to_string(), "2026-11-01");
    }
}
