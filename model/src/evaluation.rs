//! A version's accuracy on photos that it was not trained on, as recorded in its manifest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bootstrap::Interval;
use crate::metrics::Agreement;

/// The measured photos.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// The part that was sealed by hash before the first training, measured once.
    Sealed,
    /// Photos of a fold that the training held out.
    HeldOutFold,
    /// Every source in turn, by a network trained on the others.
    LeaveOneSourceOut,
    /// Photos of a folder that were not used for training.
    External,
}

/// Metrics of one source of photos.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceEvaluation {
    /// Photos with a tongue.
    pub photos: usize,
    /// How many of them the gate refuses, by code.
    pub refused: BTreeMap<String, usize>,
    /// Mean intersection over union of the outline; an undetected tongue counts as 0.
    pub iou: Interval,
    /// Mean Dice coefficient of the outline, `2 IoU / (1 + IoU)` of each photo, which is twice the common area over the
    /// sum of both areas (Dice LR, Ecology 1945;26:297-302). None in evaluations recorded before it was measured.
    #[serde(default)]
    pub dice: Option<Interval>,
    /// Minimum intersection over union.
    pub min_iou: f64,
    /// Mean F score of the border, with a tolerance of 1 % of the photo's longer side.
    pub boundary_f: f64,
    /// Scores compared with the annotators'; none without scores.
    pub scores: Option<ScoreEvaluation>,
}

/// Metrics of the scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreEvaluation {
    /// Scored photos.
    pub photos: usize,
    /// Agreement with each annotator.
    #[serde(rename = "readers")]
    pub annotators: BTreeMap<String, Agreement>,
    /// Quadratic kappa, averaged over the annotators.
    pub kappa: Interval,
    /// Mean absolute difference between the index and the annotators' mean index, in points of 100.
    pub index_error: Interval,
    /// Correlation of the expected index with the annotators' mean index.
    pub index_correlation: Interval,
    /// Quadratic kappa between the first two annotators; none with one.
    #[serde(rename = "kappa_between_readers")]
    pub kappa_between_annotators: Option<f64>,
}

/// Photos without a tongue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NonTongueEvaluation {
    /// Photos.
    pub photos: usize,
    /// How many of them are refused, as all should be.
    pub refused: usize,
}

/// Change of the results when the same tongue is photographed under other conditions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangedPhotos {
    /// Photos that are scored both unchanged and changed.
    pub photos: usize,
    /// Photos that are scored unchanged and refused when changed.
    pub refused: usize,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// Mean absolute difference of the displayed index, which has steps of 5.6.
    pub shown_index_difference: f64,
    /// Expected calibration error of the scored changed photos; none without annotators' scores.
    pub calibration_error: Option<f64>,
}

/// A metric of predictions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Mean intersection over union of the outline; an undetected tongue counts as 0.
    Iou,
    /// Mean F score of the border.
    BoundaryF,
    /// Share of the photos with a tongue that the gate refuses.
    Refused,
    /// Share of the photos without a tongue that the gate accepts.
    Accepted,
    /// Quadratic kappa, averaged over the annotators.
    Kappa,
    /// Mean absolute difference between the index and the annotators' mean index, in points of 100.
    IndexError,
    /// Correlation of the expected index with the annotators' mean index.
    IndexCorrelation,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Self; 7] = [
        Self::Iou,
        Self::BoundaryF,
        Self::Refused,
        Self::Accepted,
        Self::Kappa,
        Self::IndexError,
        Self::IndexCorrelation,
    ];

    /// Whether lower is better.
    #[must_use]
    pub fn is_error(self) -> bool {
        matches!(self, Self::Refused | Self::Accepted | Self::IndexError)
    }
}

/// A metric of networks trained with several seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SeedMetric {
    /// Mean over the seeds, with its interval over groups.
    pub mean: Interval,
    /// Lowest value of a seed.
    pub min: f64,
    /// Highest value of a seed.
    pub max: f64,
}

/// Metrics of a source, predicted by networks trained on the other sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOutSource {
    /// Photos.
    pub photos: usize,
    /// Number of trainings, which differ in the seed.
    pub seeds: usize,
    /// Steps of each training, which may be fewer than the version's.
    pub steps: usize,
    /// The metrics that the source's photos allow: without scores, for instance, there is no kappa.
    #[serde(rename = "figures")]
    pub metrics: BTreeMap<Metric, SeedMetric>,
}

/// All measurements of a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The measured version.
    pub version: String,
    /// The measured photos.
    pub protocol: Protocol,
    /// SHA-256 over the measured photos and labels, hexadecimal.
    pub data_hash: String,
    /// Metrics by source; `all` covers all photos.
    pub sources: BTreeMap<String, SourceEvaluation>,
    /// Photos without a tongue; none if there were none.
    pub non_tongues: Option<NonTongueEvaluation>,
    /// Expected calibration error of the confidences, in ten bins; none without annotators' scores.
    pub calibration_error: Option<f64>,
    /// Change of the results by condition; `all` covers the photos of all conditions. Empty if it was not measured.
    #[serde(default)]
    pub repeatability: BTreeMap<String, ChangedPhotos>,
    /// Metrics of networks trained like the version, by the source that was left out; `all` covers the photos of all
    /// sources. Empty if they were not measured.
    #[serde(default)]
    pub leave_one_source_out: BTreeMap<String, LeftOutSource>,
}

/// Name of the row for all photos together.
pub const ALL_SOURCES: &str = "all";
