//! What is wrong with a value that came from outside.

/// A refused value: which field, and why.
///
/// Both parts are stable and part of the API; the words shown to a person are chosen from them by the API's catalogues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {}", code.as_str())]
pub struct Invalid {
    /// The field's name as the API spells it.
    pub field: &'static str,
    /// Why it is refused.
    pub code: Code,
}

impl Invalid {
    /// `field` is refused because of `code`.
    #[must_use]
    pub const fn new(field: &'static str, code: Code) -> Self {
        Self { field, code }
    }
}

/// Why a value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Missing or empty.
    Required,
    /// Not of the form that the field takes.
    Format,
    /// Longer than the field takes.
    TooLong,
    /// Outside the range that the field takes.
    Range,
    /// Differs from the field that it must repeat.
    Mismatch,
    /// The person is under the minimum age.
    TooYoung,
    /// Someone else has it.
    Taken,
    /// Was valid and no longer is.
    Expired,
    /// Was valid once and has been spent.
    Used,
    /// Not known here.
    Unknown,
    /// Must be agreed to and is not.
    NotAgreed,
}

impl Code {
    /// The code as the API spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Format => "format",
            Self::TooLong => "too_long",
            Self::Range => "range",
            Self::Mismatch => "mismatch",
            Self::TooYoung => "too_young",
            Self::Taken => "taken",
            Self::Expired => "expired",
            Self::Used => "used",
            Self::Unknown => "unknown",
            Self::NotAgreed => "not_agreed",
        }
    }
}
