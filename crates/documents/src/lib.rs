//! Insurance documents as PDF: data in, bytes out, no input or output.
//!
//! [`Bill`] holds what a clinic charged. [`receipt`] draws it as a 진료비 계산서·영수증 (medical bill receipt) and [`statement`] as a
//! 진료비 세부산정내역 (detailed statement of charges), with the items and columns of the forms that Korean clinics issue by the rules
//! on health-insurance benefits. Both are A4, tagged PDF/A-2a and PDF/UA-1, with their fonts embedded as subsets and text that can be
//! selected, searched and read aloud. The same data make the same bytes. [`inspect()`] checks a PDF that was made elsewhere.

mod bill;
mod category;
mod face;
mod form;
pub mod inspect;
mod line;
mod pen;
mod people;
mod receipt;
mod refused;
mod statement;
mod table;
mod writer;

pub use bill::Bill;
pub use category::Category;
pub use inspect::{Inspected, NotAccepted, inspect};
pub use line::{Amounts, Line, NewLine, Quantity};
pub use people::{Coverage, Doctor, Office, Paid, Patient};
pub use receipt::receipt;
pub use refused::{Refused, Why, Within};
pub use statement::statement;

/// A failure of the library that writes the file: a fault of ours, never of what was entered.
#[derive(Debug, thiserror::Error)]
#[error("the document cannot be written: {0}")]
pub struct Unwritable(String);
