//! The days that a list is about.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, TimeDelta, Utc};
use domain::{Code, Invalid};

/// Korea's time is nine hours ahead, all year.
const KOREA: TimeDelta = TimeDelta::hours(9);

/// The moments from the begin of `start` to the end of `end`, days in Korea as YYYY-MM-DD; open where a day is left out.
///
/// # Errors
/// [`Code::Format`] for what is no day, [`Code::Range`] on `endAt` when it is before `startAt`.
pub fn moments(start: Option<&str>, end: Option<&str>) -> Result<(DateTime<Utc>, DateTime<Utc>), Invalid> {
    let first = start.map(|text| read("startAt", text)).transpose()?;
    let last = end.map(|text| read("endAt", text)).transpose()?;
    if first.zip(last).is_some_and(|(first, last)| last < first) {
        return Err(Invalid::new("endAt", Code::Range));
    }
    let from = first.map_or(DateTime::UNIX_EPOCH, begin);
    // the last day that can be written has a day after it
    let to = begin(last.unwrap_or(LAST)) + TimeDelta::days(1);
    Ok((from, to))
}

/// The first day of a month that is written as YYYY-MM; none for what is no month.
#[must_use]
pub fn month(text: &str) -> Option<NaiveDate> {
    read("month", &format!("{text}-01")).ok()
}

/// The first day of the month that it is in Korea.
#[must_use]
pub fn this_month(now: DateTime<Utc>) -> NaiveDate {
    let today = domain::number::korean_day(now);
    today.with_day(1).unwrap_or(today)
}

/// The moments from the begin of the month with this first day to its end, in Korea.
#[must_use]
pub fn of_month(first: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    (begin(first), begin(first.checked_add_months(Months::new(1)).unwrap_or(LAST)))
}

fn begin(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(chrono::NaiveTime::MIN).and_utc() - KOREA
}

const LAST: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).expect("a day of the calendar");

fn read(field: &'static str, text: &str) -> Result<NaiveDate, Invalid> {
    let bytes = text.as_bytes();
    let digits =
        bytes.iter().enumerate().all(|(at, b)| if matches!(at, 4 | 7) { *b == b'-' } else { b.is_ascii_digit() });
    let day = (bytes.len() == 10 && digits).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten();
    day.ok_or(Invalid::new(field, Code::Format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_korean_and_both_count() {
        let (from, to) = moments(Some("2025-10-09"), Some("2025-10-09")).expect("a day");
        assert_eq!(
            (from.to_rfc3339(), to.to_rfc3339()),
            ("2025-10-08T15:00:00+00:00".to_owned(), "2025-10-09T15:00:00+00:00".to_owned())
        );
        assert!(moments(None, Some("9999-12-31")).is_ok() && moments(Some("0000-01-01"), None).is_ok());
        assert_eq!(moments(Some("2025-10-09"), Some("2025-10-08")), Err(Invalid::new("endAt", Code::Range)));
        for wrong in
            ["", "2025-13-01", "2025-02-30", "20251009", "+025-10-09", "2025-10-9", "2025/10/09", "내일", "-999-01-01"]
        {
            assert_eq!(moments(Some(wrong), None), Err(Invalid::new("startAt", Code::Format)), "{wrong}");
        }
    }

    #[test]
    fn months_are_korean() {
        let (from, to) = of_month(month("2026-12").expect("a month"));
        assert_eq!(
            (from.to_rfc3339(), to.to_rfc3339()),
            ("2026-11-30T15:00:00+00:00".to_owned(), "2026-12-31T15:00:00+00:00".to_owned())
        );
        assert_eq!(Some(this_month(from)), month("2026-12"));
        assert_eq!(Some(this_month(from - TimeDelta::seconds(1))), month("2026-11"));
        for wrong in ["", "2026", "2026-13", "2026-1", "2026-01-01", "내일"] {
            assert_eq!(month(wrong), None, "{wrong}");
        }
        assert!(of_month(month("9999-12").expect("the last one")).1 > DateTime::UNIX_EPOCH);
    }
}
