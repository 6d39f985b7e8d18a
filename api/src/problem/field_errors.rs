//! Collecting the invalid fields of a request.

use domain::text::parse_line;
use domain::{Invalid, InvalidCode};

use super::Problem;

/// The longest text of a sign-in field, in characters.
const MAX_TEXT_CHARS: usize = 200;

/// The invalid fields of a request, with one error per field.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<Invalid>);

impl FieldErrors {
    /// Returns whether no field is invalid.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Fails with all collected errors.
    ///
    /// # Errors
    /// A validation problem when a field is invalid.
    pub fn finish(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::validation(self.0)) }
    }

    /// Returns the parsed value, or records its error.
    pub fn check<T>(&mut self, parsed: Result<T, Invalid>) -> Option<T> {
        parsed.map_err(|invalid| self.0.push(invalid)).ok()
    }

    /// Records an error.
    pub fn push(&mut self, field: &'static str, code: InvalidCode) {
        self.0.push(Invalid::new(field, code));
    }

    /// Checks that a text is present, regardless of its form: at sign-in, a malformed ID or password is just a wrong
    /// one.
    pub fn require_text(&mut self, field: &'static str, text: &str) {
        match text.chars().count() {
            0 => self.push(field, InvalidCode::Required),
            1..=MAX_TEXT_CHARS => {}
            _ => self.push(field, InvalidCode::TooLong),
        }
    }

    /// Returns an optional text of one line, trimmed and composed. An empty text counts as absent.
    pub fn optional_text(&mut self, field: &'static str, text: Option<&str>) -> Option<String> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        self.check(parse_line(field, text, MAX_TEXT_CHARS))
    }

    /// Returns a required text of one line, trimmed and composed.
    pub fn required_text(&mut self, field: &'static str, text: Option<&str>) -> Option<String> {
        self.check(parse_line(field, text.unwrap_or_default(), MAX_TEXT_CHARS))
    }
}
