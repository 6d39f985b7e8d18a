//! What a version's manifest records of its tests, as the page about the AI shows it.

use anyhow::Context as _;
use domain::DeployedModel;
use domain::deployed_model::{Figure, Figures, OutlineFigures, ReaderFigures, WithoutTongue};
use model::bootstrap::Interval;
use model::evaluation::{ALL_SOURCES, Evaluation};
use model::metrics::Agreement;
use model::release::{Bundle, Manifest};

/// The version with its recorded figures.
pub fn of(manifest: &Manifest) -> DeployedModel {
    // a manifest that was copied from another version's may still have that one's evaluation
    let recorded = manifest.evaluation.as_ref().filter(|evaluation| evaluation.version == manifest.version);
    DeployedModel {
        version: manifest.version.clone(),
        data_hash: recorded.map_or(&manifest.data_hash, |evaluation| &evaluation.data_hash).clone(),
        figures: recorded.map(figures).unwrap_or_default(),
    }
}

/// The built-in version with its figures, as JSON.
///
/// # Errors
/// Fails only when the program was built from broken files.
pub fn built_in() -> anyhow::Result<String> {
    let manifest = Bundle::embedded().context("the built-in weights")?.manifest;
    Ok(serde_json::to_string_pretty(&of(&manifest))?)
}

fn figures(evaluation: &Evaluation) -> Figures {
    let all = evaluation.sources.get(ALL_SOURCES);
    let scores = all.and_then(|source| source.scores.as_ref());
    Figures {
        outline: all.map(|source| OutlineFigures { photos: count(source.photos), overlap: figure(source.iou) }),
        readers: scores.iter().flat_map(|scores| scores.readers.values().map(reader)).collect(),
        without_tongue: evaluation
            .non_tongues
            .map(|found| WithoutTongue { photos: count(found.photos), refused: count(found.refused) }),
        calibration_error: evaluation.calibration_error.map(rounded),
    }
}

fn reader(agreement: &Agreement) -> ReaderFigures {
    ReaderFigures {
        photos: count(agreement.photos),
        same_cells: figure(agreement.exact),
        index_difference: figure(agreement.index_error),
    }
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
    use serde_json::Value;

    use super::*;

    fn manifest() -> Manifest {
        Bundle::embedded().expect("the built-in weights").manifest
    }

    #[test]
    fn web_app_is_built_with_the_same_figures() {
        let committed = include_str!("../../web/app/features/legal/built-in-model.json");
        assert!(committed == built_in().expect("JSON") + "\n", "web/…/built-in-model.json is out of date: ./task gen");
    }

    #[test]
    fn figures_are_those_of_the_manifest() {
        let manifest = manifest();
        let recorded = manifest.evaluation.clone().expect("an evaluation");
        let found = serde_json::to_value(of(&manifest)).expect("JSON");
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
        let readers = &all.scores.as_ref().expect("scores").readers;
        assert_eq!(found["figures"]["readers"].as_array().map(Vec::len), Some(readers.len()));
        for (found, recorded) in found["figures"]["readers"].as_array().into_iter().flatten().zip(readers.values()) {
            assert_eq!(found["photos"], recorded.photos);
            near(&found["sameCells"]["value"], recorded.exact.value);
            near(&found["indexDifference"]["high"], recorded.index_error.high);
        }
        near(&found["figures"]["calibrationError"], recorded.calibration_error.expect("an error"));
        let empty = recorded.non_tongues.expect("photos without a tongue");
        assert_eq!(found["figures"]["withoutTongue"]["refused"], empty.refused);
    }

    #[test]
    fn unrecorded_figures_are_none() {
        let unmeasured = Manifest { evaluation: None, ..manifest() };
        assert_eq!(of(&unmeasured).figures, Figures::default(), "a version as `model train` leaves it");
    }

    #[test]
    fn figures_of_another_version_are_left_out() {
        let manifest = Manifest { version: "tongue-2-00000000".into(), ..manifest() };
        assert_eq!(of(&manifest).figures, Figures::default());
    }
}
