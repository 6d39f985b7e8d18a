//! The recorded metrics of a version's manifest, in the form of the page about the AI.

use anyhow::Context as _;
use domain::DeployedModel;
use domain::deployed_model::{
    AnnotatorMetrics, Estimate, HeldOutSourceMetrics, ModelMetrics, NoTongueMetrics, OutlineMetrics, RobustnessMetrics,
};
use model::bootstrap::Interval;
use model::evaluation::{self, ALL_SOURCES, ChangedPhotos, Evaluation, LeftOutSource};
use model::metrics::Agreement;
use model::release::{Bundle, Manifest};

/// Returns the version with its recorded metrics.
pub fn from_manifest(manifest: &Manifest) -> DeployedModel {
    // a manifest that was copied from another version may still contain the other version's evaluation
    let recorded = manifest.evaluation.as_ref().filter(|evaluation| evaluation.version == manifest.version);
    DeployedModel {
        version: manifest.version.clone(),
        data_hash: recorded.map_or(&manifest.data_hash, |evaluation| &evaluation.data_hash).clone(),
        training_data_hash: Some(manifest.data_hash.clone()),
        figures: recorded.map(metrics).unwrap_or_default(),
    }
}

/// Returns the built-in version with its metrics, as JSON.
///
/// # Errors
/// When the program was built from invalid files.
pub fn built_in() -> anyhow::Result<String> {
    let manifest = Bundle::embedded().context("the built-in weights")?.manifest;
    Ok(serde_json::to_string_pretty(&from_manifest(&manifest))?)
}

fn metrics(evaluation: &Evaluation) -> ModelMetrics {
    let all = evaluation.sources.get(ALL_SOURCES);
    let scores = all.and_then(|source| source.scores.as_ref());
    ModelMetrics {
        outline: all.map(|source| OutlineMetrics { photos: count(source.photos), overlap: estimate(source.iou) }),
        annotators: scores.iter().flat_map(|scores| scores.annotators.values().map(annotator)).collect(),
        without_tongue: evaluation
            .non_tongues
            .map(|found| NoTongueMetrics { photos: count(found.photos), refused: count(found.refused) }),
        calibration_error: evaluation.calibration_error.map(rounded),
        leave_one_source_out: evaluation
            .leave_one_source_out
            .iter()
            .map(|(source, found)| left_out(source, found))
            .collect(),
        repeatability: evaluation.repeatability.iter().map(|(name, found)| change(name, found)).collect(),
    }
}

fn left_out(source: &str, found: &LeftOutSource) -> HeldOutSourceMetrics {
    let mean = |name| found.metrics.get(&name).map(|seeds| estimate(seeds.mean));
    HeldOutSourceMetrics {
        source: source.to_owned(),
        photos: count(found.photos),
        seeds: count(found.seeds),
        steps: count(found.steps),
        overlap: mean(evaluation::Metric::Iou),
        refused: mean(evaluation::Metric::Refused),
        kappa: mean(evaluation::Metric::Kappa),
        index_difference: mean(evaluation::Metric::IndexError),
        index_correlation: mean(evaluation::Metric::IndexCorrelation),
    }
}

fn change(name: &str, found: &ChangedPhotos) -> RobustnessMetrics {
    RobustnessMetrics {
        change: name.to_owned(),
        photos: count(found.photos),
        refused: count(found.refused),
        index_difference: rounded(found.index_difference),
        shown_index_difference: rounded(found.shown_index_difference),
        calibration_error: found.calibration_error.map(rounded),
    }
}

fn annotator(agreement: &Agreement) -> AnnotatorMetrics {
    AnnotatorMetrics {
        photos: count(agreement.photos),
        same_cells: estimate(agreement.exact),
        index_difference: estimate(agreement.index_error),
    }
}

fn estimate(interval: Interval) -> Estimate {
    Estimate { value: rounded(interval.value), low: rounded(interval.low), high: rounded(interval.high) }
}

/// Rounds to four decimals, which is more precise than the confidence intervals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn count(photos: usize) -> u32 {
    u32::try_from(photos).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn manifest() -> Manifest {
        Bundle::embedded().expect("the built-in weights").manifest
    }

    #[test]
    fn web_app_is_built_with_the_same_figures() {
        let committed = include_str!("../../../web/app/patient/features/legal/built-in-model.json");
        assert!(committed == built_in().expect("JSON") + "\n", "web/…/built-in-model.json is out of date: ./task gen");
    }

    #[test]
    fn figures_are_those_of_the_manifest() {
        let manifest = manifest();
        let recorded = manifest.evaluation.clone().expect("an evaluation");
        let found = serde_json::to_value(from_manifest(&manifest)).expect("JSON");
        assert_eq!(found["trainingDataHash"], manifest.data_hash.as_str());
        assert_eq!(
            (&found["version"], &found["dataHash"]),
            (&Value::from(manifest.version), &Value::from(recorded.data_hash))
        );
        let near = |found: &Value, recorded: f64| {
            assert!((found.as_f64().expect("a number") - recorded).abs() <= 0.000_05, "{found} is not {recorded}");
        };
        let all = &recorded.sources[ALL_SOURCES];
        let outline = &found["figures"]["outline"];
        assert_eq!(outline["photos"], all.photos);
        near(&outline["overlap"]["low"], all.iou.low);
        let annotators = &all.scores.as_ref().expect("scores").annotators;
        assert_eq!(found["figures"]["readers"].as_array().map(Vec::len), Some(annotators.len()));
        for (found, recorded) in found["figures"]["readers"].as_array().into_iter().flatten().zip(annotators.values()) {
            assert_eq!(found["photos"], recorded.photos);
            near(&found["sameCells"]["value"], recorded.exact.value);
            near(&found["indexDifference"]["high"], recorded.index_error.high);
        }
        near(&found["figures"]["calibrationError"], recorded.calibration_error.expect("an error"));
        let empty = recorded.non_tongues.expect("photos without a tongue");
        assert_eq!(found["figures"]["withoutTongue"]["refused"], empty.refused);
    }

    #[test]
    fn unseen_sources_and_changes_are_in_metrics() {
        let mut manifest = manifest();
        let evaluation = manifest.evaluation.as_mut().expect("an evaluation");
        let mean = Interval { value: 0.812_34, low: 0.7, high: 0.9 };
        let seeds = evaluation::SeedMetric { mean, min: 0.8, max: 0.82 };
        let metrics = [(evaluation::Metric::Kappa, seeds)].into();
        let source = LeftOutSource { photos: 70, seeds: 3, steps: 600, metrics };
        evaluation.leave_one_source_out = [("street".to_owned(), source)].into();
        let darker = ChangedPhotos {
            photos: 60,
            refused: 2,
            index_difference: 1.5,
            shown_index_difference: 2.5,
            calibration_error: Some(0.04),
        };
        evaluation.repeatability = [("darker".to_owned(), darker)].into();
        let found = serde_json::to_value(from_manifest(&manifest)).expect("JSON");
        let street = &found["figures"]["leaveOneSourceOut"][0];
        assert_eq!((&street["source"], &street["photos"]), (&"street".into(), &70.into()));
        assert_eq!((&street["seeds"], &street["steps"]), (&3.into(), &600.into()));
        assert_eq!((&street["kappa"]["value"], &street["overlap"]), (&0.8123.into(), &Value::Null));
        let darker = &found["figures"]["repeatability"][0];
        assert_eq!((&darker["change"], &darker["refused"]), (&"darker".into(), &2.into()));
        assert_eq!((&darker["shownIndexDifference"], &darker["calibrationError"]), (&2.5.into(), &0.04.into()));
    }

    #[test]
    fn unrecorded_metrics_are_none() {
        let unmeasured = Manifest { evaluation: None, ..manifest() };
        assert_eq!(from_manifest(&unmeasured).figures, ModelMetrics::default(), "a version as `model train` leaves it");
    }

    #[test]
    fn metrics_of_another_version_are_left_out() {
        let manifest = Manifest { version: "tongue-2-00000000".into(), ..manifest() };
        assert_eq!(from_manifest(&manifest).figures, ModelMetrics::default());
    }
}
