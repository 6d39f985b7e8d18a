//! What the built-in version reads from drawn photos, as recorded: a change of decoding, detection or scoring that moves results is
//! seen here, whatever it does to the figures.

use std::path::PathBuf;

use model::metrics::overlap;
use model::synth::{Options, photo};
use model::{Outcome, Reading};
use serde::{Deserialize, Serialize};

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
