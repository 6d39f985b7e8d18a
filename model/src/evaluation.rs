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
    /// Photos of a folder that were not trained on.
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

/// How results move when the same tongue is photographed another way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangedPhotos {
    /// Photos that are scored both ways.
    pub photos: usize,
    /// Photos that are scored as they are and refused when changed.
    pub refused: usize,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// The same of the shown index, which moves in steps of 5.6.
    pub shown_index_difference: f64,
    /// Expected calibration error of the changed photos that are scored; none where nobody scored.
    pub calibration_error: Option<f64>,
}

/// One figure of predictions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Mean intersection over union of the outline; a tongue that is not found counts 0.
    Iou,
    /// Mean F score of the border.
    BoundaryF,
    /// Share of the photos with a tongue that the gate refuses.
    Refused,
    /// Share of the photos without a tongue that the gate accepts.
    Accepted,
    /// Mean over the readers of quadratic kappa.
    Kappa,
    /// Mean absolute difference of the index from the readers' mean index, in points of 100.
    IndexError,
    /// Correlation of the expected index with the readers' mean index.
    IndexCorrelation,
}

impl Figure {
    /// Every figure.
    pub const ALL: [Self; 7] = [
        Self::Iou,
        Self::BoundaryF,
        Self::Refused,
        Self::Accepted,
        Self::Kappa,
        Self::IndexError,
        Self::IndexCorrelation,
    ];

    /// Whether less is better.
    #[must_use]
    pub fn is_error(self) -> bool {
        matches!(self, Self::Refused | Self::Accepted | Self::IndexError)
    }
}

/// A figure of networks that were trained with several seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SeedFigure {
    /// Mean over the seeds, with its interval over groups.
    pub mean: Interval,
    /// Least value of one seed.
    pub min: f64,
    /// Greatest value of one seed.
    pub max: f64,
}

/// Figures of a source, read by networks that were trained on the other sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOutSource {
    /// Photos.
    pub photos: usize,
    /// Trainings that differ in the seed.
    pub seeds: usize,
    /// Steps of each training, which may be fewer than the version's.
    pub steps: usize,
    /// Those that the source's photos have: without scores, for instance, there is no kappa.
    pub figures: BTreeMap<Figure, SeedFigure>,
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
    /// Movement of the results by change; `all` has the photos of all changes together. Empty where it was not measured.
    #[serde(default)]
    pub repeatability: BTreeMap<String, ChangedPhotos>,
    /// Figures of networks that were trained like the version, by the source that they were trained without; `all` has the photos of
    /// all sources together. Empty where it was not measured.
    #[serde(default)]
    pub leave_one_source_out: BTreeMap<String, LeftOutSource>,
}

/// Name of the row for all photos together.
pub const ALL_SOURCES: &str = "all";
