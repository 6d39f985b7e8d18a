//! What an analysis gives.

use serde::{Deserialize, Serialize};

/// A square part of a picture, in pixels of the upright picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Square {
    /// First column.
    pub left: u32,
    /// First row.
    pub top: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// The frame on which the 3x3 cells lie, in pixels of the upright picture: the outline's bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Left side.
    pub left: f32,
    /// Upper side.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Degrees clockwise about the centre. Always 0 from this network, whose labels lie on upright boxes; stored results of former
    /// versions may be turned.
    pub angle: f32,
}

impl Grid {
    /// The upright bounding box of an outline.
    pub(crate) fn from_outline(outline: &[[f32; 2]]) -> Self {
        let mut range = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for p in outline {
            range = [range[0].min(p[0]), range[1].min(p[1]), range[2].max(p[0]), range[3].max(p[1])];
        }
        Self { left: range[0], top: range[1], width: range[2] - range[0], height: range[3] - range[1], angle: 0. }
    }
}

/// A tongue's outline and coating scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// 8 to 128 corners in pixels of the upright picture, clockwise on the screen, not self-intersecting; the first is
    /// not repeated.
    pub polygon: Vec<[f32; 2]>,
    /// Where the nine cells lie.
    pub grid: Grid,
    /// 0 none, 1 thin, 2 thick; row by row from the root to the tip, left to right as seen in the picture.
    pub scores: [u8; 9],
    /// Probability of each score, 0..1, calibrated.
    pub confidences: [f32; 9],
    /// Mean luma of the tongue, 0..255.
    pub brightness: f32,
    /// Variance of the Laplacian of the luma inside the tongue in the close-up, in squared levels of 255; of a dark tongue
    /// as if it were well lit.
    pub sharpness: f32,
}

/// Why a picture gives no reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// No tongue is seen.
    NoTongue,
    /// The tongue is too dark to be scored.
    TooDark,
    /// The tongue is over-exposed.
    TooBright,
    /// The tongue is out of focus or moved.
    Blurred,
    /// The tongue takes too few pixels.
    TooSmall,
    /// The tongue reaches beyond the picture.
    CutOff,
    /// The bytes are not a picture that can be read: damaged, truncated, or of an unknown kind.
    NotAnImage,
    /// The picture has too many pixels.
    TooLarge,
}

impl FailureCode {
    /// The code as it is written in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoTongue => "no_tongue",
            Self::TooDark => "too_dark",
            Self::TooBright => "too_bright",
            Self::Blurred => "blurred",
            Self::TooSmall => "too_small",
            Self::CutOff => "cut_off",
            Self::NotAnImage => "not_an_image",
            Self::TooLarge => "too_large",
        }
    }
}

/// A reading, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tongue was found and scored.
    Reading(Reading),
    /// The picture was refused.
    Failure(FailureCode),
}

/// Milliseconds that each stage of an analysis took on its thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Decoding and turning upright.
    pub decode_ms: f64,
    /// Finding the tongue and its outline.
    pub segment_ms: f64,
    /// Checking the quality and scoring the cells.
    pub score_ms: f64,
    /// Everything, without the wait in the queue.
    pub total_ms: f64,
}

/// The analysis of one picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Columns of the upright picture; 0 when it cannot be decoded.
    pub width: u32,
    /// Rows of the upright picture; 0 when it cannot be decoded.
    pub height: u32,
    /// The reading, or why there is none.
    pub outcome: Outcome,
    /// Version of the weights.
    pub model_version: String,
    /// How long it took.
    pub timings: Timings,
}
