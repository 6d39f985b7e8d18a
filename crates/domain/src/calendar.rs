//! The Korean calendar day.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, TimeDelta, Utc};

/// How far Korea is ahead of UTC. Korea has no daylight saving time.
const KOREA_OFFSET: TimeDelta = TimeDelta::hours(9);

/// Returns the date in Korea at this moment.
#[must_use]
pub fn korean_day(at: DateTime<Utc>) -> NaiveDate {
    (at + KOREA_OFFSET).date_naive()
}

/// Returns the moment at which Korea's clocks show this day and time.
#[must_use]
pub fn korean_time(day: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
    day.and_time(time).and_utc() - KOREA_OFFSET
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
}
