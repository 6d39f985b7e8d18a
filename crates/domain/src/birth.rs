//! Birth dates and ages.

use chrono::{Datelike as _, NaiveDate};

use crate::validation::{Invalid, InvalidCode};

/// The age in years from which a person may sign up.
pub const MIN_AGE: i32 = 14;
/// The earliest year of a date that a person enters.
pub(crate) const MIN_YEAR: i32 = 1900;

/// A patient's date of birth, shown as `YYYY.MM.DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthDate(NaiveDate);

impl BirthDate {
    /// Parses `YYYYMMDD`, `YYYY-MM-DD` or `YYYY.MM.DD`.
    ///
    /// # Errors
    /// [`InvalidCode::Required`] for an empty text, [`InvalidCode::Format`] for another form or an impossible date,
    /// [`InvalidCode::Range`] for a date before 1900 or after `today`.
    pub fn parse(text: &str, today: NaiveDate) -> Result<Self, Invalid> {
        parse_past_date("birth", text, today).map(Self)
    }

    /// Wraps a date that was checked when it was stored.
    #[must_use]
    pub const fn from_date(date: NaiveDate) -> Self {
        Self(date)
    }

    /// Returns the date.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }

    /// Returns the completed years on `day`. A person born on 29 February completes a year on 1 March in common years.
    #[must_use]
    pub fn age_on(self, day: NaiveDate) -> i32 {
        let had_birthday = (day.month(), day.day()) >= (self.0.month(), self.0.day());
        day.year() - self.0.year() - i32::from(!had_birthday)
    }

    /// Checks that the person is at least [`MIN_AGE`] years old on `day`.
    ///
    /// # Errors
    /// [`InvalidCode::TooYoung`].
    pub fn require_min_age(self, day: NaiveDate) -> Result<Self, Invalid> {
        if self.age_on(day) < MIN_AGE {
            return Err(Invalid::new("birth", InvalidCode::TooYoung));
        }
        Ok(self)
    }
}

impl std::fmt::Display for BirthDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.format("%Y.%m.%d"))
    }
}

/// Parses a date that a person entered in `field`: from 1900 to `today`.
pub(crate) fn parse_past_date(field: &'static str, text: &str, today: NaiveDate) -> Result<NaiveDate, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::new(field, InvalidCode::Required));
    }
    let date = parse_date(text).ok_or(Invalid::new(field, InvalidCode::Format))?;
    let is_in_range = date.year() >= MIN_YEAR && date <= today;
    if is_in_range { Ok(date) } else { Err(Invalid::new(field, InvalidCode::Range)) }
}

/// Parses a date of the calendar in any of the three forms.
pub(crate) fn parse_date(text: &str) -> Option<NaiveDate> {
    let bytes = text.as_bytes();
    if !text.is_ascii() {
        return None;
    }
    let (year, month, day) = match bytes.len() {
        8 => (&text[..4], &text[4..6], &text[6..]),
        10 if bytes[4] == bytes[7] && matches!(bytes[4], b'-' | b'.') => (&text[..4], &text[5..7], &text[8..]),
        _ => return None,
    };
    // `parse` alone would accept a sign
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
    NaiveDate::from_ymd_opt(i32::try_from(number(year)?).ok()?, number(month)?, number(day)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn parse(text: &str) -> Result<String, InvalidCode> {
        BirthDate::parse(text, date("2026-11-21")).map(|birth| birth.to_string()).map_err(|invalid| invalid.code)
    }

    #[test]
    fn birth_parses_three_forms() {
        for text in ["19900131", "1990-01-31", "1990.01.31", " 19900131 "] {
            assert_eq!(parse(text).as_deref(), Ok("1990.01.31"), "{text}");
        }
    }

    #[test]
    fn birth_refuses_other_forms() {
        for text in [
            "1990/01/31",
            "1990-01.31",
            "90-01-31",
            "900131",
            "1990-1-31",
            "+990-01-31",
            "1990-+1-31",
            "19900132",
            "19901301",
            "20250229",
            "1990013a",
            "오늘",
            "１９９００１３１",
            "1990-01-310",
        ] {
            assert_eq!(parse(text), Err(InvalidCode::Format), "{text}");
        }
        assert_eq!(parse("  "), Err(InvalidCode::Required));
    }

    #[test]
    fn birth_is_between_1900_and_today() {
        for (text, is_valid) in [("18991231", false), ("19000101", true), ("20261121", true), ("20261122", false)] {
            assert_eq!(parse(text).is_ok(), is_valid, "{text}");
            assert!(is_valid || parse(text) == Err(InvalidCode::Range), "{text}");
        }
    }

    #[test]
    fn age_counts_completed_years() {
        for (birth, day, age) in [
            ("1990-06-15", "2026-06-14", 35),
            ("1990-06-15", "2026-06-15", 36),
            ("1990-06-15", "2026-12-31", 36),
            ("2000-02-29", "2026-02-28", 25),
            ("2000-02-29", "2026-03-01", 26),
            ("2000-02-29", "2028-02-29", 28),
            ("2026-11-21", "2026-11-21", 0),
        ] {
            assert_eq!(BirthDate::from_date(date(birth)).age_on(date(day)), age, "{birth} {day}");
        }
    }

    #[test]
    fn min_age_is_reached_on_birthday() {
        let birth = BirthDate::from_date(date("2012-11-21"));
        let refused = Err(Invalid::new("birth", InvalidCode::TooYoung));
        assert_eq!(birth.require_min_age(date("2026-11-20")), refused);
        assert_eq!(birth.require_min_age(date("2026-11-21")), Ok(birth));
    }

    proptest! {
        #[test]
        fn shown_birth_parses(days in 0_i32..46_000) {
            let birth = BirthDate::from_date(date("1900-01-01") + chrono::TimeDelta::days(days.into()));
            prop_assert_eq!(BirthDate::parse(&birth.to_string(), date("2026-11-21")), Ok(birth));
        }

        #[test]
        fn age_never_falls(days in 0_i64..46_000, later in 0_i64..20_000) {
            let birth = BirthDate::from_date(date("1900-01-01"));
            let day = birth.date() + chrono::TimeDelta::days(days);
            prop_assert!(birth.age_on(day) <= birth.age_on(day + chrono::TimeDelta::days(later)));
        }

        #[test]
        fn any_text_is_handled(text in "\\PC{0,12}|[0-9.+-]{6,11}") {
            let _ = parse(&text);
        }
    }
}
