//! The errors of a bill.

use crate::face::{Faces, Weight};

/// The longest text of most fields, in characters.
pub const MAX_TEXT_CHARS: usize = 100;

/// Why a value is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidReason {
    /// The value is missing or empty.
    Required,
    /// The value has the wrong form.
    Format,
    /// The value is too long.
    TooLong,
    /// The value is out of range.
    Range,
    /// The value contradicts other fields.
    Mismatch,
    /// No font has these characters.
    Unprintable(String),
}

/// A refused bill: the field's name in the API, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason:?}", self.path())]
pub struct InvalidBill {
    /// The part of the bill that contains the field; `None` for the bill itself.
    pub part: Option<Part>,
    /// The field.
    pub field: &'static str,
    /// The reason.
    pub reason: InvalidReason,
}

/// A part of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A line, counted from 0.
    Line(usize),
    /// The payment.
    Paid,
}

impl InvalidBill {
    /// Returns the prefix of the field in the request: `lines[3].`, `paid.` or nothing.
    #[must_use]
    pub fn prefix(&self) -> String {
        match self.part {
            Some(Part::Line(index)) => format!("lines[{index}]."),
            Some(Part::Paid) => "paid.".to_owned(),
            None => String::new(),
        }
    }

    /// Returns the field with its part.
    #[must_use]
    pub fn path(&self) -> String {
        self.prefix() + self.field
    }
}

pub(crate) fn invalid<T>(field: &'static str, reason: InvalidReason) -> Result<T, InvalidBill> {
    Err(InvalidBill { part: None, field, reason })
}

/// Checks a text: its length, whether it may be empty, and that every character can be printed.
pub(crate) fn parse_text(
    field: &'static str,
    value: &str,
    max_chars: usize,
    required: bool,
) -> Result<String, InvalidBill> {
    let face = Faces::get().face(Weight::Regular);
    let value = value.trim();
    if value.chars().count() > max_chars {
        return invalid(field, InvalidReason::TooLong);
    }
    let unprintable = face.find_unprintable(value);
    if !unprintable.is_empty() {
        return invalid(field, InvalidReason::Unprintable(unprintable));
    }
    let printed = face.sanitize(value);
    if printed.is_empty() && required {
        return invalid(field, InvalidReason::Required);
    }
    Ok(printed)
}
