//! Why an uploaded file is refused.

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RejectedPdf {
    /// The file is not a PDF, is damaged, or compresses its objects so that their size cannot be known.
    #[error("not a PDF")]
    NotAPdf,
    /// The file or its streams are too large, or it has too many pages.
    #[error("too large")]
    TooLarge,
    /// The file is encrypted, so that insurers cannot open it.
    #[error("encrypted")]
    Encrypted,
    /// The file has scripts, actions other than moves within it and URLs, XFA forms or embedded files.
    #[error("active content")]
    Active,
}
