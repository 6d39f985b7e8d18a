//! Why a bill is refused.

/// The longest of the other texts.
pub const LONGEST_TEXT: usize = 100;

/// Why a value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Missing or empty.
    Required,
    /// Not of the form that the field takes.
    Format,
    /// Longer than the field takes.
    TooLong,
    /// Outside the range that the field takes.
    Range,
    /// Differs from the other fields that it must agree with.
    Mismatch,
}

/// A refused bill: the field as the API spells it, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why:?}", self.path())]
pub struct Refused {
    /// What holds the field: a line, from 0, or the payment. None: the bill itself.
    pub within: Option<Within>,
    /// The field.
    pub field: &'static str,
    /// Why.
    pub why: Why,
}

/// A part of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// A line, from 0.
    Line(usize),
    /// What was paid.
    Paid,
}

impl Refused {
    /// What stands before the field in the request: `lines[3].`, `paid.` or nothing.
    #[must_use]
    pub fn prefix(&self) -> String {
        match self.within {
            Some(Within::Line(place)) => format!("lines[{place}]."),
            Some(Within::Paid) => "paid.".to_owned(),
            None => String::new(),
        }
    }

    /// The field with what holds it.
    #[must_use]
    pub fn path(&self) -> String {
        self.prefix() + self.field
    }
}

pub fn refused<T>(field: &'static str, why: Why) -> Result<T, Refused> {
    Err(Refused { within: None, field, why })
}

pub fn text(field: &'static str, value: &str, longest: usize, required: bool) -> Result<String, Refused> {
    let value = value.trim();
    match value.chars().count() {
        0 if required => refused(field, Why::Required),
        count if count > longest => refused(field, Why::TooLong),
        _ => Ok(value.to_owned()),
    }
}
