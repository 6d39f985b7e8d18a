//! Rules of the six-digit codes that confirm a phone number.

use chrono::TimeDelta;

use crate::validation::{Code, Invalid};

/// How long a code can be entered.
pub const CODE_LIFETIME: TimeDelta = TimeDelta::minutes(3);
/// How many wrong codes close it.
pub const MAX_ATTEMPTS: i16 = 5;
/// How long the proof given for a right code can be spent.
pub const PROOF_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// A six-digit code.
#[derive(Clone, PartialEq, Eq)]
pub struct SmsCode(String);

impl SmsCode {
    /// Reads a code that a person typed.
    ///
    /// # Errors
    /// [`Code::Required`] or [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        match text.trim() {
            "" => Err(Invalid::new("code", Code::Required)),
            t if t.len() == 6 && t.bytes().all(|b| b.is_ascii_digit()) => Ok(Self(t.to_owned())),
            _ => Err(Invalid::new("code", Code::Format)),
        }
    }

    /// The code of an even choice from `0..1_000_000`; larger numbers wrap.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self(format!("{:06}", number % 1_000_000))
    }

    /// The digits.
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
