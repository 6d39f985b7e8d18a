//! Birth dates and the age they mean.

use chrono::{Datelike as _, NaiveDate};

use crate::validation::{Code, Invalid};

/// The age in years under which nobody may sign up.
pub const MINIMUM_AGE: i32 = 14;

/// A patient's date of birth; shown as `YYYY.MM.DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthDate(NaiveDate);

impl BirthDate {
    /// Reads `YYYYMMDD`, `YYYY-MM-DD` or `YYYY.MM.DD`.
    ///
    /// # Errors
    /// [`Code::Required`] for no text, [`Code::Format`] for another form or a date that is not in the calendar,
    /// [`Code::Range`] for a date before 1900 or after `today`.
    pub fn parse(text: &str, today: NaiveDate) -> Result<Self, Invalid> {
        let invalid = |code| Invalid::new("birth", code);
        let text = text.trim();
        if text.is_empty() {
            return Err(invalid(Code::Required));
        }
        let date = read(text).ok_or_else(|| invalid(Code::Format))?;
        if date.year() < 1900 || date > today {
            return Err(invalid(Code::Range));
        }
        Ok(Self(date))
    }

    /// A date that was checked when it was stored.
    #[must_use]
    pub const fn from_date(date: NaiveDate) -> Self {
        Self(date)
    }

    /// The date.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }

    /// Completed years on `day`; who is born on 29 February completes one on 1 March of other years.
    #[must_use]
    pub fn age_on(self, day: NaiveDate) -> i32 {
        let had_birthday = (day.month(), day.day()) >= (self.0.month(), self.0.day());
        day.year() - self.0.year() - i32::from(!had_birthday)
    }

    /// Refuses who is under [`MINIMUM_AGE`] on `day`.
    ///
    /// # Errors
    /// [`Code::TooYoung`].
    pub fn old_enough(self, day: NaiveDate) -> Result<Self, Invalid> {
        if self.age_on(day) < MINIMUM_AGE {
            return Err(Invalid::new("birth", Code::TooYoung));
        }
        Ok(self)
    }
}

impl std::fmt::Display for BirthDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.0.year(), self.0.month(), self.0.day())
    }
}

/// The day of the calendar in any of the three forms.
pub(crate) fn read(text: &str) -> Option<NaiveDate> {
    let bytes = text.as_bytes();
    if !text.is_ascii() {
        return None;
    }
    let (year, month, day) = match bytes.len() {
        8 => (&text[..4], &text[4..6], &text[6..]),
        10 if bytes[4] == bytes[7] && matches!(bytes[4], b'-' | b'.') => (&text[..4], &text[5..7], &text[8..]),
        _ => return None,
    };
    // `parse` alone would take a sign
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
    NaiveDate::from_ymd_opt(i32::try_from(number(year)?).ok()?, number(month)?, number(day)?)
}
