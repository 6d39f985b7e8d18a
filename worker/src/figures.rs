//! What a version's manifest has of its tests, as the page that says how the score is made shows it.

use std::collections::BTreeMap;

use anyhow::Context as _;
use domain::DeployedModel;
use domain::deployed_model::{Figure, Figures, OutlineFigures, ReaderFigures, WithoutTongue};
use model::manifest::{Bundle, Manifest};
use model::report::bootstrap::Interval;
use model::report::summary::{Scores, Summary};

/// The photos as they are, among the kinds of view that `model eval` measures.
const AS_THEY_ARE: &str = "as it is";
/// Photos without a tongue that were read all the same, among the reasons why they were not.
const READ: &str = "read";

/// What is told of a version.
pub fn of(manifest: &Manifest) -> DeployedModel {
    let report = manifest.metrics.get("report").and_then(|report| serde_json::from_value(report.clone()).ok());
    // a manifest that was begun from another version's may still have that one's figures
    let report = report.filter(|report: &Summary| report.version == manifest.version);
    DeployedModel {
        version: manifest.version.clone(),
        data_hash: manifest.data_hash.clone(),
        figures: report.map(|report| figures(&report, manifest)).unwrap_or_default(),
    }
}

/// What is told of the version that the program was built with, as JSON.
///
/// # Errors
/// Only when the program was built from broken files.
pub fn built_in() -> anyhow::Result<String> {
    let manifest = Bundle::embedded().context("the built-in weights")?.manifest;
    Ok(serde_json::to_string_pretty(&of(&manifest))?)
}

fn figures(report: &Summary, manifest: &Manifest) -> Figures {
    let outline = report.slices.get(AS_THEY_ARE);
    let readers: Vec<ReaderFigures> = report.readers.iter().map(reader).collect();
    Figures {
        outline: outline.map(|o| OutlineFigures { photos: count(o.photos), overlap: figure(o.iou) }),
        // without a reader there was nothing that a confidence could have been compared with
        calibration_error: (!readers.is_empty()).then(|| rounded(report.calibration_error)),
        readers,
        without_tongue: manifest.metrics.get("without_tongue").and_then(without_tongue),
    }
}

fn reader(scores: &Scores) -> ReaderFigures {
    ReaderFigures {
        photos: count(scores.photos),
        same_cells: figure(scores.exact),
        index_difference: figure(scores.index_error),
    }
}

fn without_tongue(counts: &serde_json::Value) -> Option<WithoutTongue> {
    let counts: BTreeMap<String, usize> = serde_json::from_value(counts.clone()).ok()?;
    let photos: usize = counts.values().sum();
    let refused = photos - counts.get(READ).copied().unwrap_or_default();
    (photos > 0).then(|| WithoutTongue { photos: count(photos), refused: count(refused) })
}

fn figure(interval: Interval) -> Figure {
    Figure { value: rounded(interval.value), low: rounded(interval.low), high: rounded(interval.high) }
}

/// Four decimals: far more than the intervals leave certain.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn count(photos: usize) -> u32 {
    u32::try_from(photos).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn manifest() -> Manifest {
        Bundle::embedded().expect("the built-in weights").manifest
    }

    /// What is told of the built-in version with other metrics.
    fn with(change: impl FnOnce(&mut Value)) -> Figures {
        let mut manifest = manifest();
        change(&mut manifest.metrics);
        of(&manifest).figures
    }

    #[test]
    fn the_web_app_is_built_with_the_same_figures() {
        let committed = include_str!("../../web/app/features/legal/built-in-model.json");
        assert!(committed == built_in().expect("JSON") + "\n", "web/…/built-in-model.json is out of date: ./task gen");
    }

    #[test]
    fn figures_are_those_of_the_manifest() {
        let manifest = manifest();
        let report = &manifest.metrics["report"];
        let found = serde_json::to_value(of(&manifest)).expect("JSON");
        assert_eq!(found["version"], manifest.version);
        assert_eq!(found["dataHash"], manifest.data_hash);
        let near = |found: &Value, recorded: &Value| {
            let (found, recorded) = (found.as_f64().expect("a number"), recorded.as_f64().expect("a number"));
            assert!((found - recorded).abs() <= 0.000_05, "{found} is not {recorded}");
        };
        let close = |found: &Value, recorded: &Value| {
            for end in ["value", "low", "high"] {
                near(&found[end], &recorded[end]);
            }
        };
        let figures = &found["figures"];
        let outline = &report["slices"]["as it is"];
        assert_eq!(figures["outline"]["photos"], outline["photos"]);
        close(&figures["outline"]["overlap"], &outline["iou"]);
        let readers = report["readers"].as_array().expect("readers");
        assert_eq!(figures["readers"].as_array().map(Vec::len), Some(readers.len()));
        for (found, recorded) in figures["readers"].as_array().into_iter().flatten().zip(readers) {
            assert_eq!(found["photos"], recorded["photos"]);
            close(&found["sameCells"], &recorded["exact"]);
            close(&found["indexDifference"], &recorded["index_error"]);
        }
        near(&figures["calibrationError"], &report["calibration_error"]);
        let empty = manifest.metrics["without_tongue"].as_object().expect("counts");
        let photos: u64 = empty.values().filter_map(Value::as_u64).sum();
        let read = empty.get("read").and_then(Value::as_u64).unwrap_or_default();
        assert_eq!(figures["withoutTongue"], json!({"photos": photos, "refused": photos - read}));
    }

    #[test]
    fn what_was_not_recorded_is_none() {
        assert_eq!(with(|metrics| *metrics = Value::Null), Figures::default(), "a version as `model train` leaves it");
        assert_eq!(with(|metrics| metrics["report"]["slices"] = json!(7)), Figures::default());
        let unscored = with(|metrics| metrics["report"]["readers"] = json!([]));
        assert!(unscored.outline.is_some() && unscored.readers.is_empty() && unscored.calibration_error.is_none());
        let other = with(|metrics| metrics["report"]["slices"] = json!({}));
        assert!(other.outline.is_none() && !other.readers.is_empty());
        for nothing in [json!({}), json!(null), json!({"read": "two"})] {
            assert_eq!(with(|metrics| metrics["without_tongue"] = nothing).without_tongue, None);
        }
        let all = with(|metrics| metrics["without_tongue"] = json!({"no_tongue": 3}));
        assert_eq!(all.without_tongue, Some(WithoutTongue { photos: 3, refused: 3 }));
    }

    #[test]
    fn another_versions_figures_are_not_this_ones() {
        let mut manifest = manifest();
        manifest.version = "tongue-1-00000000".to_owned();
        assert_eq!(of(&manifest).figures, Figures::default());
    }
}
