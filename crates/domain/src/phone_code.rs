//! Rules of the six-digit codes that verify a phone number.

use chrono::TimeDelta;

use crate::validation::{Invalid, InvalidCode};

/// How long a code is valid.
pub const CODE_LIFETIME: TimeDelta = TimeDelta::minutes(3);
/// The number of wrong attempts after which a code is no longer accepted from the network that requested it, and,
/// counted apart, from other networks.
///
/// Guesses per code are therefore at most ten, even from many networks. The rate limits allow 30 codes per number and
/// hour, which makes 300 guesses of one in a million each: a stranger confirms somebody's number with a probability of at
/// most 0.03 % per hour, in which the owner receives 30 messages.
pub const MAX_ATTEMPTS: i16 = 5;
/// How long the proof of a verified number is valid.
pub const PROOF_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// A six-digit code.
#[derive(Clone, PartialEq, Eq)]
pub struct SmsCode(String);

impl SmsCode {
    /// Parses a code that a person typed.
    ///
    /// # Errors
    /// [`InvalidCode::Required`] for an empty text, [`InvalidCode::Format`] unless it has six digits.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        match text.trim() {
            "" => Err(Invalid::new("code", InvalidCode::Required)),
            t if t.len() == 6 && t.bytes().all(|b| b.is_ascii_digit()) => Ok(Self(t.to_owned())),
            _ => Err(Invalid::new("code", InvalidCode::Format)),
        }
    }

    /// Builds a code from a random number of `0..1_000_000`. Larger numbers wrap.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self(format!("{:06}", number % 1_000_000))
    }

    /// Returns the secret digits.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for SmsCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SmsCode(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn code_is_six_digits() {
        assert_eq!(SmsCode::parse(" 012345 ").expect("a code").reveal(), "012345");
        for (text, code) in [
            ("", InvalidCode::Required),
            ("   ", InvalidCode::Required),
            ("12345", InvalidCode::Format),
            ("1234567", InvalidCode::Format),
            ("12345a", InvalidCode::Format),
            ("+12345", InvalidCode::Format),
            ("１２３４５６", InvalidCode::Format),
        ] {
            assert_eq!(SmsCode::parse(text), Err(Invalid::new("code", code)), "{text}");
        }
    }

    #[test]
    fn code_is_not_shown() {
        assert_eq!(format!("{:?}", SmsCode::from_number(123_456)), "SmsCode(..)");
    }

    proptest! {
        #[test]
        fn code_from_number_parses(number: u32) {
            let code = SmsCode::from_number(number);
            prop_assert_eq!(SmsCode::parse(code.reveal()), Ok(code.clone()));
            prop_assert_eq!(code.reveal().parse::<u32>(), Ok(number % 1_000_000));
        }
    }
}
