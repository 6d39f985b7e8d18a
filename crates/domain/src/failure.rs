//! Why a picture could not be read.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Why a picture could not be read, so that the patient can take a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum FailureCode {
    /// No tongue was found in the picture.
    NoTongue,
    /// The picture is too dark.
    TooDark,
    /// The picture is too bright.
    TooBright,
    /// The picture is blurred.
    Blurred,
    /// The tongue covers too few pixels.
    TooSmall,
    /// A part of the tongue lies outside the picture.
    CutOff,
    /// The file is not a picture that can be decoded.
    NotAnImage,
    /// The file is too large, or the picture has too many pixels on a side.
    TooLarge,
    /// The analysis failed after all retries, for a reason that is not the picture.
    AnalysisFailed,
}
