//! Errors of values that come from outside.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A refused value: the field and the reason.
///
/// Both are stable parts of the API. The API's catalogues turn them into the text that a person reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {}", code.as_str())]
pub struct Invalid {
    /// The field's name in the API.
    pub field: &'static str,
    /// The reason.
    pub code: InvalidCode,
}

impl Invalid {
    /// Returns the error of `field` with `code`.
    #[must_use]
    pub const fn new(field: &'static str, code: InvalidCode) -> Self {
        Self { field, code }
    }
}

/// Collects the refused fields of an input.
#[derive(Debug, Default)]
pub(crate) struct FieldErrors(pub(crate) Vec<Invalid>);

impl FieldErrors {
    /// Returns the value, or records its refusal.
    pub(crate) fn check<T>(&mut self, parsed: Result<T, Invalid>) -> Option<T> {
        parsed.map_err(|invalid| self.0.push(invalid)).ok()
    }
}

/// Why a value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum InvalidCode {
    /// The value is missing or empty.
    Required,
    /// The value has the wrong form.
    Format,
    /// The value is too long.
    TooLong,
    /// The value is out of range.
    Range,
    /// The value differs from the one it must match.
    Mismatch,
    /// The person is under the minimum age.
    TooYoung,
    /// Another account has the value.
    Taken,
    /// The value is no longer valid.
    Expired,
    /// The value was used before and is valid only once.
    Used,
    /// The value is unknown.
    Unknown,
    /// The patient must agree and did not.
    NotAgreed,
    /// The password is one of the most used.
    Common,
    /// The password contains the sign-in name, the name or the number of its owner.
    Personal,
}
