//! Numbers by which people speak of an analysis: `S-20261121-0042-7` of a self-check, `C-…` at a clinic.

use chrono::{DateTime, FixedOffset, NaiveDate, Utc};

/// A number for people: kind (S self-check, C clinic), local date, the day's count (at least four digits), and a check digit over date and count.
///
/// The check digit is Damm's: it notices every wrong digit and every swap of neighbours, the mistakes made on the phone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TciNumber(String);

impl TciNumber {
    /// The number of the `count`th self-check of `day`.
    #[must_use]
    pub fn self_check(day: NaiveDate, count: u32) -> Self {
        Self::of("S", day, count)
    }

    /// The number of an analysis at a clinic, the `count`th of `day` among all of the tenant's.
    #[must_use]
    pub fn clinic(day: NaiveDate, count: u32) -> Self {
        Self::of("C", day, count)
    }

    fn of(kind: &str, day: NaiveDate, count: u32) -> Self {
        let (day, count) = (day.format("%Y%m%d").to_string(), format!("{count:04}"));
        let check = damm(day.bytes().chain(count.bytes()));
        Self(format!("{kind}-{day}-{count}-{check}"))
    }

    /// Reads a number; none when it has another form or its check digit is wrong.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let &["S" | "C", day, count, check] = parts.as_slice() else { return None };
        let digits = |part: &str, len: std::ops::RangeInclusive<usize>| {
            len.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
        };
        if !digits(day, 8..=8) || !digits(count, 4..=9) || !digits(check, 1..=1) {
            return None;
        }
        NaiveDate::parse_from_str(day, "%Y%m%d").ok()?;
        // a number followed by its check digit comes out as zero
        let sum = damm(day.bytes().chain(count.bytes()).chain(check.bytes()));
        (sum == 0).then(|| Self(text.to_owned()))
    }

    /// A number that was made here.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for TciNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The date in Korea, which has no summer time, at this moment.
///
/// # Panics
/// Never: nine hours are a valid offset.
#[must_use]
pub fn korean_day(at: DateTime<Utc>) -> NaiveDate {
    let korea = FixedOffset::east_opt(9 * 3600).expect("nine hours are a valid offset");
    at.with_timezone(&korea).date_naive()
}

/// Damm's quasigroup of order 10 (H. M. Damm, 2004).
const DAMM: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

fn damm(digits: impl Iterator<Item = u8>) -> u8 {
    digits.fold(0, |interim, digit| DAMM[usize::from(interim)][usize::from(digit - b'0')])
}
