//! The deployed version of the model and its test results.

use serde::{Deserialize, Serialize};

/// The version with which workers read photos.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeployedModel {
    /// The version's name, stored with each result.
    pub version: String,
    /// Hexadecimal SHA-256 of the test photos, or of the training photos where no test was recorded. It identifies the photos of
    /// the metrics.
    pub data_hash: String,
    /// Hexadecimal SHA-256 of the training photos; `None` for a version that an older release of this software
    /// deployed.
    pub training_data_hash: Option<String>,
    /// The test results.
    pub figures: ModelMetrics,
}

/// Metrics on photos that are not in the version's training data. A metric that was not recorded is missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelMetrics {
    /// The quality of outlines.
    pub outline: Option<OutlineMetrics>,
    /// The agreement with each annotator of the same photos.
    #[serde(rename = "readers")]
    pub annotators: Vec<AnnotatorMetrics>,
    /// The results on photos without a tongue.
    pub without_tongue: Option<NoTongueMetrics>,
    /// The mean difference between a confidence and the share of right scores with that confidence, 0 to 1.
    pub calibration_error: Option<f64>,
    /// The results of networks that were trained like the version, but without one source. `all` combines all sources.
    pub leave_one_source_out: Vec<HeldOutSourceMetrics>,
    /// How much results change when the photo is altered. `all` combines all alterations.
    pub repeatability: Vec<RobustnessMetrics>,
}

/// An estimate with its 95 % confidence interval over photos.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value over all photos.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The quality of outlines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlineMetrics {
    /// The number of photos.
    pub photos: u32,
    /// Mean intersection over union, 0 to 1.
    pub overlap: Estimate,
}

/// The agreement with an annotator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnotatorMetrics {
    /// The number of photos, with nine cells each.
    pub photos: u32,
    /// The share of cells with the same score, 0 to 1.
    pub same_cells: Estimate,
    /// Mean absolute difference of the index, in points of 100.
    pub index_difference: Estimate,
}

/// The results of networks on a source that was left out of their training data, as means over trainings with different seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldOutSourceMetrics {
    /// The source.
    pub source: String,
    /// The number of photos.
    pub photos: u32,
    /// The number of trainings.
    pub seeds: u32,
    /// The steps of each training; may be fewer than the version's own training had.
    #[serde(default)]
    pub steps: u32,
    /// Mean intersection over union of the outlines, 0 to 1.
    pub overlap: Option<Estimate>,
    /// The share of photos with a tongue that were refused, 0 to 1.
    pub refused: Option<Estimate>,
    /// Quadratic-weighted kappa with the annotators.
    pub kappa: Option<Estimate>,
    /// Mean absolute difference from the annotators' mean index, in points of 100.
    pub index_difference: Option<Estimate>,
    /// Correlation with the annotators' mean index.
    pub index_correlation: Option<Estimate>,
}

/// How much results change under an alteration of the photo, such as less light.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RobustnessMetrics {
    /// The alteration: `darker`, `brighter`, `warmer`, `cooler`, `cropped`, `smaller`, `compressed`, or `all`.
    pub change: String,
    /// The number of photos that were scored before and after the alteration.
    pub photos: u32,
    /// The number of photos that were refused only after the alteration.
    pub refused: u32,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// Mean absolute difference of the index that is shown, in points of 100.
    pub shown_index_difference: f64,
    /// The mean difference between a confidence and the share of right scores with that confidence, 0 to 1; `None` without
    /// annotations.
    pub calibration_error: Option<f64>,
}

/// The results on photos without a tongue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoTongueMetrics {
    /// The number of photos.
    pub photos: u32,
    /// The number of refused photos. All should be refused.
    pub refused: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_metrics_are_read_as_none() {
        let metrics: ModelMetrics = serde_json::from_str("{}").expect("metrics");
        assert_eq!(metrics, ModelMetrics::default());
    }

    #[test]
    fn metrics_keep_their_stored_form() {
        let text = r#"{"outline":{"photos":2,"overlap":{"value":0.9,"low":0.8,"high":1.0}},"readers":[],"withoutTongue":{"photos":3,"refused":3},"calibrationError":null,"leaveOneSourceOut":[],"repeatability":[]}"#;
        let metrics: ModelMetrics = serde_json::from_str(text).expect("metrics");
        assert_eq!(metrics.without_tongue, Some(NoTongueMetrics { photos: 3, refused: 3 }));
        assert_eq!(serde_json::to_string(&metrics).expect("JSON"), text);
    }

    #[test]
    fn held_out_source_without_steps_has_zero() {
        let text = r#"{"source":"a","photos":1,"seeds":2,"overlap":null,"refused":null,"kappa":null,"indexDifference":null,"indexCorrelation":null}"#;
        assert_eq!(serde_json::from_str::<HeldOutSourceMetrics>(text).expect("metrics").steps, 0);
    }
}
