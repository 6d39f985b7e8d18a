//! Insurance documents and reports of analyses as PDF, without I/O.
//!
//! A [`Bill`] contains a clinic's charges. [`render_receipt`] draws it as a 진료비 계산서·영수증 (medical bill receipt) and
//! [`render_statement`] as a 진료비 세부산정내역 (detailed statement of charges), with the items and columns that the Korean
//! rules on health-insurance benefits require. Both are A4, tagged PDF/A-2a and PDF/UA-1, with embedded font subsets
//! and text that can be selected, searched and read aloud. Rendering is deterministic: the same bill always gives the
//! same bytes. [`inspect()`] checks an uploaded PDF.
//!
//! [`render_report`] draws the result of a clinic's analyses in the same way, with the [`Photo`]s.

mod active;
mod bill;
mod canvas;
mod category;
mod face;
mod form;
pub mod inspect;
mod invalid;
mod line;
mod mark;
mod parties;
mod photo;
mod receipt;
mod rejected;
mod report;
mod statement;
mod table;
mod unpack;
mod writer;

pub use bill::{Bill, NewBill};
pub use category::Category;
pub use inspect::{PdfSummary, RejectedPdf, inspect};
pub use invalid::{InvalidBill, InvalidReason, Part};
pub use line::{Amounts, Line, NewLine, Quantity};
pub use mark::{InvalidMark, MAX_MARK_BYTES, Mark, Marks};
pub use parties::{Coverage, Doctor, Office, Paid, Patient};
pub use photo::{InvalidPhoto, Photo, PhotoPart};
pub use receipt::render_receipt;
pub use report::{
    Report, ReportAnalysis, ReportClinic, ReportCorrection, ReportGrid, ReportLanguage, ReportPicture, render_report,
};
pub use statement::render_statement;

/// Returns the letters of a text that the fonts lack, each once.
#[must_use]
pub fn find_unprintable(text: &str) -> String {
    face::Faces::get().face(face::Weight::Regular).find_unprintable(text)
}

/// The PDF library failed. No input causes this.
#[derive(Debug, thiserror::Error)]
#[error("the document cannot be written: {0}")]
pub struct WriteError(String);
