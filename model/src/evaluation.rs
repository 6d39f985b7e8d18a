//! How well a version reads photos that it was not trained on, as its manifest records it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bootstrap::Interval;
use crate::metrics::Agreement;

/// Which photos were measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// A part that was sealed by hash before the first training, measured once.
    Sealed,
    /// Photos in a fold that the training left out.
    HeldOutFold,
    /// Every source in turn, by a network that was trained on the others.
    LeaveOneSourceOut,
    /// Photos that a folder gives, none of which were trained on.
    External,
}

/// Figures of one source of photos.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceEvaluation {
    /// Photos with a tongue.
    pub photos: usize,
    /// Of them, how many the gate refuses, by code.
    pub refused: BTreeMap<String, usize>,
    /// Mean intersection over union of the outline; a tongue that is not found counts 0.
    pub iou: Interval,
    /// Least intersection over union.
    pub min_iou: f64,
    /// Mean F score of the border within 1 % of the photo's longer side.
    pub boundary_f: f64,
    /// Scores against the readers; none where nobody scored.
    pub scores: Option<ScoreEvaluation>,
}

/// Figures of the scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreEvaluation {
    /// Scored photos.
    pub photos: usize,
    /// Agreement with each reader.
    pub readers: BTreeMap<String, Agreement>,
    /// Mean over the readers of quadratic kappa.
    pub kappa: Interval,
    /// Mean absolute difference of the index from the readers' mean index, in points of 100.
    pub index_error: Interval,
    /// Correlation of the expected index with the readers' mean index.
    pub index_correlation: Interval,
    /// Quadratic kappa of the first two readers; none with one.
    pub kappa_between_readers: Option<f64>,
}

/// Photos without a tongue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NonTongueEvaluation {
    /// Photos.
    pub photos: usize,
    /// How many are refused, as all should be.
    pub refused: usize,
}

/// Everything that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Version that was measured.
    pub version: String,
    /// Which photos.
    pub protocol: Protocol,
    /// SHA-256 over the measured photos and labels, hexadecimal.
    pub data_hash: String,
    /// Figures by source; `all` has all photos together.
    pub sources: BTreeMap<String, SourceEvaluation>,
    /// Photos without a tongue; none when there were none.
    pub non_tongues: Option<NonTongueEvaluation>,
    /// Expected calibration error of the confidences, in ten bins; none where nobody scored.
    pub calibration_error: Option<f64>,
}

/// Name of the row for all photos together.
pub const ALL_SOURCES: &str = "all";
