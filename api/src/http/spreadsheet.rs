//! Tables for spreadsheets: CSV with a byte order mark, whose texts are never read as formulas.

use axum::response::{IntoResponse as _, Response};
use http::header;

use crate::problem::Problem;

/// The byte order mark. Without it, Excel reads UTF-8 in the system's own encoding.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A cell.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A text that people wrote, which must never be read as a formula.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A number.
    Decimal(f64),
    /// An empty cell.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// A table that is being written.
#[derive(Debug)]
pub struct Spreadsheet(csv::Writer<Vec<u8>>);

impl Spreadsheet {
    /// Creates a table with this first row.
    ///
    /// # Errors
    /// An internal problem.
    pub fn new(columns: &[&str]) -> Result<Self, Problem> {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.into());
        writer.write_record(columns).map_err(Problem::internal)?;
        Ok(Self(writer))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// An internal problem, also for a row with more or fewer cells than the first one.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item = Cell>) -> Result<(), Problem> {
        let cells = cells.into_iter().map(|cell| match cell {
            Cell::Text(text) => plain_text(&text),
            Cell::Number(number) => number.to_string(),
            Cell::Decimal(number) => number.to_string(),
            Cell::Empty => String::new(),
        });
        self.0.write_record(cells).map_err(Problem::internal)
    }

    /// Returns the table as an attachment with this file name.
    ///
    /// # Errors
    /// An internal problem.
    pub fn into_attachment(self, file_name: &str) -> Result<Response, Problem> {
        let bytes = self.0.into_inner().map_err(|error| Problem::internal(error.into_error()))?;
        let headers = [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")),
        ];
        Ok((headers, bytes).into_response())
    }
}

/// Escapes a text that spreadsheets would read as a formula.
fn plain_text(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}
