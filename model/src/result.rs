//! The results of an analysis.

pub use domain::{FailureCode, Grid, Reading, Square};

/// A reading, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The tongue was found and scored.
    Reading(Reading),
    /// The picture was refused.
    Failure(FailureCode),
}

/// Milliseconds that each stage of an analysis took on its thread.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timings {
    /// Decoding and rotation.
    pub decode_ms: f64,
    /// Finding the tongue and its outline.
    pub segment_ms: f64,
    /// Checking the quality and scoring the cells.
    pub score_ms: f64,
    /// Everything except the wait in the queue.
    pub total_ms: f64,
}

/// The analysis of one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Columns of the upright picture; 0 when it cannot be decoded.
    pub width: u32,
    /// Rows of the upright picture; 0 when it cannot be decoded.
    pub height: u32,
    /// The reading, or the reason why there is none.
    pub outcome: Outcome,
    /// Version of the weights.
    pub model_version: String,
    /// The time of each stage.
    pub timings: Timings,
}
