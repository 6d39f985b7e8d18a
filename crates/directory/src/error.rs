//! Why a change is refused.

use std::fmt;

use db::edit::EditError;
use domain::{Invalid, InvalidCode};

/// Why a change is refused. Drop the editor after an error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such tenant, clinic, insurer or account.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// Somebody else changed it since it was read.
    #[error("somebody else changed it in the meantime")]
    Conflict,
    /// These fields are refused.
    #[error("{}", describe(.0))]
    Refused(Vec<Invalid>),
    /// A file has invalid entries.
    #[error(transparent)]
    File(#[from] FileErrors),
    /// A stored secret cannot be opened: the key that sealed it is missing.
    #[error("a stored secret cannot be opened")]
    Sealed(#[from] runtime::seal::OpenError),
    /// A password could not be hashed.
    #[error("a password could not be hashed: {0}")]
    Hash(argon2::password_hash::Error),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The invalid entries of a file, each with its place and the reason.
#[derive(Debug, thiserror::Error)]
pub struct FileErrors(pub Vec<String>);

impl fmt::Display for FileErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the file is refused, and nothing was changed:")?;
        self.0.iter().try_for_each(|line| write!(formatter, "\n  {line}"))
    }
}

impl Error {
    pub(crate) fn invalid_field(field: &'static str, code: InvalidCode) -> Self {
        Self::Refused(vec![Invalid::new(field, code)])
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Taken(field) => Self::invalid_field(field, InvalidCode::Taken),
            EditError::Db(error) => Self::Db(error),
        }
    }
}

impl From<Vec<Invalid>> for Error {
    fn from(refused: Vec<Invalid>) -> Self {
        Self::Refused(refused)
    }
}

impl From<Invalid> for Error {
    fn from(refused: Invalid) -> Self {
        Self::Refused(vec![refused])
    }
}

fn describe(refused: &[Invalid]) -> String {
    let parts: Vec<_> = refused.iter().map(|invalid| format!("{} {}", invalid.field, explain(invalid))).collect();
    parts.join("; ")
}

/// Returns the reason of a refusal for the command line.
pub(crate) fn explain(invalid: &Invalid) -> &'static str {
    match (invalid.field, invalid.code) {
        ("brandColor", InvalidCode::Range) => "is too light: white text on it cannot be read",
        ("brandColor", _) => "is no color such as #17594a",
        ("phoneNumber" | "smsFrom", InvalidCode::Format) => "is no number of 8 to 11 digits",
        ("hosts", InvalidCode::Format) => {
            "has something other than a host such as www.example.kr, without https:// and port"
        }
        ("company.registrationNumber", InvalidCode::Format) => "is no number such as 123-45-67890",
        ("key", InvalidCode::Format) => "is not 2 to 31 small letters, digits and dashes",
        ("key" | "kind" | "provider", InvalidCode::Mismatch) => "cannot change",
        ("logo", _) => "is no PNG of at most 64 KiB and 2,000 pixels a side",
        ("bannerPicture", _) => "is no JPEG, PNG or WebP picture of at most 256 KiB",
        (_, InvalidCode::Required) => "is missing",
        (_, InvalidCode::TooLong) => "is too long",
        (_, InvalidCode::Taken) => "is taken",
        (_, InvalidCode::Unknown) => "is none of the known ones",
        (_, InvalidCode::Range) => "is out of range",
        _ => "has a wrong form",
    }
}
