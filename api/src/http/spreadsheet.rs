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

    /// Returns the file's text.
    #[cfg(test)]
    pub(crate) fn into_text(self) -> String {
        String::from_utf8(self.0.into_inner().expect("written")).expect("UTF-8")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_read_by_excel_and_has_no_formula() {
        let mut table = Spreadsheet::new(&["Name", "Count"]).expect("a table");
        for name in ["=HYPERLINK(\"x\")", " +82", "-1", "@SUM(A1)", "\t=1", "김, 서연"] {
            table.add_row([name.into(), Cell::Number(-12)]).expect("a row");
        }
        let file = table.into_text();
        let lines: Vec<_> = file.split("\r\n").collect();
        assert_eq!(
            lines,
            [
                "\u{feff}Name,Count",
                "\"'=HYPERLINK(\"\"x\"\")\",-12",
                "' +82,-12",
                "'-1,-12",
                "'@SUM(A1),-12",
                "'\t=1,-12",
                "\"김, 서연\",-12",
                ""
            ]
        );
    }
}
