//! Readable numbers of analyses: `S-20261121-0042-7` for a self-check, `C-…` at a clinic.

use chrono::NaiveDate;

/// A readable number: kind (`S` self-check, `C` clinic), local date, the day's count with at least four digits, and a
/// check digit over date and count.
///
/// The check digit is Damm's. It detects every wrong digit and every swap of neighbors, the usual mistakes on the phone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TciNumber(String);

impl TciNumber {
    /// Returns the number of the `count`th self-check of `day`.
    #[must_use]
    pub fn self_check(day: NaiveDate, count: u32) -> Self {
        Self::new("S", day, count)
    }

    /// Returns the number of the tenant's `count`th analysis at a clinic on `day`.
    #[must_use]
    pub fn clinic(day: NaiveDate, count: u32) -> Self {
        Self::new("C", day, count)
    }

    fn new(kind: &str, day: NaiveDate, count: u32) -> Self {
        let (day, count) = (day.format("%Y%m%d").to_string(), format!("{count:04}"));
        let check = damm_digit(day.bytes().chain(count.bytes()));
        Self(format!("{kind}-{day}-{count}-{check}"))
    }

    /// Wraps a stored number without checking it again.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the number as text.
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

/// Returns Damm's check digit of ASCII digits. It is 0 for digits that end with their check digit.
fn damm_digit(digits: impl Iterator<Item = u8>) -> u8 {
    digits.fold(0, |interim, digit| DAMM[usize::from(interim)][usize::from(digit - b'0')])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 21).expect("a date")
    }

    fn check(digits: &[u8]) -> u8 {
        damm_digit(digits.iter().copied())
    }

    /// Returns the digits of a number, with the check digit.
    fn digits(number: &TciNumber) -> Vec<u8> {
        number.as_str().bytes().filter(u8::is_ascii_digit).collect()
    }

    #[test]
    fn damm_digit_of_published_example() {
        assert_eq!(check(b"572"), 4);
        assert_eq!(check(b"5724"), 0);
    }

    #[test]
    fn number_has_four_parts() {
        for (count, start) in [(1, "S-20261121-0001-"), (42, "S-20261121-0042-"), (12_345, "S-20261121-12345-")] {
            let number = TciNumber::self_check(day(), count);
            assert!(number.as_str().starts_with(start) && number.as_str().len() == start.len() + 1, "{number}");
        }
        assert!(TciNumber::clinic(day(), 42).as_str().starts_with("C-20261121-0042-"));
    }

    proptest! {
        #[test]
        fn check_digit_validates(count in 0_u32..100_000) {
            prop_assert_eq!(check(&digits(&TciNumber::clinic(day(), count))), 0);
        }

        #[test]
        fn wrong_digit_is_detected(count in 0_u32..100_000, at: prop::sample::Index, other in b'0'..=b'9') {
            let mut digits = digits(&TciNumber::clinic(day(), count));
            let at = at.index(digits.len());
            prop_assume!(digits[at] != other);
            digits[at] = other;
            prop_assert_ne!(check(&digits), 0);
        }

        #[test]
        fn swapped_neighbors_are_detected(count in 0_u32..100_000, at: prop::sample::Index) {
            let mut digits = digits(&TciNumber::clinic(day(), count));
            let at = at.index(digits.len() - 1);
            prop_assume!(digits[at] != digits[at + 1]);
            digits.swap(at, at + 1);
            prop_assert_ne!(check(&digits), 0);
        }
    }
}
