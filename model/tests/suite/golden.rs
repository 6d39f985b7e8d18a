//! What the built-in version reads from drawn photos, as recorded: a change of decoding, detection or scoring that
//! moves results is seen here, whatever it does to the figures.

use std::path::PathBuf;

use model::golden::Golden;
use model::metrics::overlap;
use model::release::Bundle;
use model::synth::{Options, photo};
use model::{Outcome, Reading, TonguePipeline};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::photos::pipeline;

/// Confidences of other processors differ in later digits.
const CONFIDENCE_TOLERANCE: f32 = 0.02;
/// Least overlap of the outlines of two processors.
const MIN_OVERLAP: f64 = 0.99;

#[derive(Debug, Serialize, Deserialize)]
struct Recorded {
    seed: u64,
    scores: [u8; 9],
    confidences: [f32; 9],
    outline: Vec<[f32; 2]>,
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/golden.json")
}

fn read(seed: u64) -> Recorded {
    let (picture, _) = photo(seed, &Options::default());
    let outcome = pipeline().read(&picture, None).unwrap().outcome;
    let Outcome::Reading(Reading { scores, confidences, outline, .. }) = outcome else { panic!("{seed} is refused") };
    let outline = outline.points().to_vec();
    Recorded { seed, scores: scores.numbers(), confidences: confidences.get(), outline }
}

/// `UPDATE_GOLDEN=1` records again: for new weights, or a change that is meant to move results.
#[test]
fn built_in_version_reads_as_recorded() {
    let here: Vec<Recorded> = (1..=6).map(read).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file(), serde_json::to_string(&here).unwrap() + "\n").unwrap();
    }
    let recorded: Vec<Recorded> = serde_json::from_slice(&std::fs::read(file()).unwrap()).unwrap();
    assert_eq!(recorded.len(), here.len());
    let Options { width, height, .. } = Options::default();
    for (recorded, here) in recorded.iter().zip(&here) {
        let differing = recorded.scores.iter().zip(here.scores).filter(|(a, b)| **a != *b).count();
        assert!(differing <= 1, "{recorded:?} is now {here:?}");
        let pairs = recorded.confidences.iter().zip(here.confidences);
        let far = pairs.filter(|(a, b)| (*a - b).abs() > CONFIDENCE_TOLERANCE).count();
        // a cell whose score tips to the other side has the other side's confidence
        assert!(far <= differing, "{recorded:?} is now {here:?}");
        assert!(
            overlap(&recorded.outline, &here.outline, (width, height)) >= MIN_OVERLAP,
            "{recorded:?} is now {here:?}"
        );
    }
}

#[test]
fn version_passes_only_its_own_answers() {
    let golden = Golden::record(pipeline()).unwrap();
    let text = serde_json::to_string(&golden).unwrap();
    assert_eq!(serde_json::from_str::<Golden>(&text).unwrap(), golden);
    golden.check(pipeline()).unwrap();
    // another calibration gives other scores
    let mut bundle = Bundle::embedded().unwrap();
    bundle.config.calibration.thin = 0.999_999;
    bundle.config.calibration.thick = 0.999_999;
    let other = golden.check(&TonguePipeline::new(&bundle).unwrap()).unwrap_err();
    assert!(other.contains("scores differ"), "{other}");
    // and one that refuses everything
    bundle.config.thresholds.min_height = 1e6;
    let other = golden.check(&TonguePipeline::new(&bundle).unwrap()).unwrap_err();
    assert!(other.contains("was read there, refused here"), "{other}");
}

#[test]
fn photos_drawn_differently_are_not_compared() {
    let foreign: Golden = serde_json::from_value(json!([{ "picture": "another", "reading": null }])).unwrap();
    foreign.check(pipeline()).unwrap();
}

#[test]
fn recorded_outline_elsewhere_is_refused() {
    let mut recorded = serde_json::to_value(Golden::record(pipeline()).unwrap()).unwrap();
    // of a photo's outline and scores, the outline
    for point in recorded[0]["reading"][0].as_array_mut().unwrap() {
        point[0] = json!(point[0].as_f64().unwrap() + 9.);
    }
    let moved: Golden = serde_json::from_value(recorded).unwrap();
    let refusal = moved.check(pipeline()).unwrap_err();
    assert!(refusal.contains("photo 1: the outlines overlap"), "{refusal}");
}
