//! What the built-in version reads from drawn photos, as it was when it was taken down: a change of decoding, looking,
//! describing or scoring that moves results is seen here, whatever it does to the figures.

use std::path::PathBuf;

use model::manifest::Bundle;
use model::synth::{Options, photo};
use model::{Outcome, Reader};
use serde::{Deserialize, Serialize};

/// Confidences of other processors differ in later digits.
const CLOSE: f32 = 0.01;
/// So do the corners, in pixels of a photo of 768 x 1024.
const NEAR: f32 = 1.5;

#[derive(Debug, Serialize, Deserialize)]
struct Known {
    seed: u64,
    scores: [u8; 9],
    confidences: [f32; 9],
    /// Left, top, right and bottom of the outline.
    bounds: [f32; 4],
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/golden.json")
}

fn read(reader: &Reader, seed: u64) -> Known {
    let (picture, _) = photo(seed, &Options::default());
    let Outcome::Reading(reading) = reader.read(&picture, None).unwrap().outcome else { panic!("{seed} is refused") };
    let ends = |axis: usize| {
        let along = || reading.polygon.iter().map(move |point| point[axis]);
        (along().fold(f32::INFINITY, f32::min), along().fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    Known { seed, scores: reading.scores, confidences: reading.confidences, bounds: [left, top, right, bottom] }
}

/// `UPDATE_GOLDEN=1` takes down anew what is read: for new weights, or a change that is meant to move results.
#[test]
fn the_built_in_version_reads_what_it_read_before() {
    let reader = Reader::new(&Bundle::embedded().unwrap()).unwrap();
    let here: Vec<Known> = (1..=6).map(|seed| read(&reader, seed)).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(file(), serde_json::to_string_pretty(&here).unwrap() + "\n").unwrap();
    }
    let known: Vec<Known> = serde_json::from_slice(&std::fs::read(file()).unwrap()).unwrap();
    assert_eq!(known.len(), here.len());
    for (known, here) in known.iter().zip(&here) {
        let differing = known.scores.iter().zip(here.scores).filter(|(a, b)| **a != *b).count();
        assert!(differing <= 1, "{known:?} is now {here:?}");
        let far = |a: &[f32], b: &[f32], limit: f32| a.iter().zip(b).any(|(a, b)| (a - b).abs() > limit);
        // a cell whose score tips to the other side has the other side's confidence
        assert!(differing > 0 || !far(&known.confidences, &here.confidences, CLOSE), "{known:?} is now {here:?}");
        assert!(!far(&known.bounds, &here.bounds, NEAR), "{known:?} is now {here:?}");
    }
}
