//! Goldens: a version's results for drawn photos, recorded when it is published and compared wherever it is loaded.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::AnalysisError;
use crate::metrics::overlap;
use crate::pipeline::TonguePipeline;
use crate::result::Outcome;
use crate::synth::{Options, photo};

/// Number of drawn photos.
const PHOTO_COUNT: u64 = 3;
/// Minimum overlap between the outlines of two machines.
const MIN_OVERLAP: f64 = 0.99;
/// A cell near a threshold may get another score on another processor.
const MAX_DIFFERING_CELLS: usize = 1;

/// The results for each drawn photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Golden(Vec<GoldenSample>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct GoldenSample {
    /// SHA-256 of the photo's pixels: another build may draw another photo, which cannot be compared.
    picture: String,
    /// Outline and scores; none if the photo was refused.
    reading: Option<GoldenReading>,
}

/// Outline and scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct GoldenReading(Vec<[f32; 2]>, [u8; 9]);

fn read_synthetic(pipeline: &TonguePipeline, seed: u64) -> Result<GoldenSample, AnalysisError> {
    let (picture, _) = photo(seed, &Options::default());
    let reading = match pipeline.read(&picture, None)?.outcome {
        Outcome::Reading(reading) => Some(GoldenReading(reading.outline.points().to_vec(), reading.scores.numbers())),
        Outcome::Failure(_) => None,
    };
    Ok(GoldenSample { picture: format!("{:x}", Sha256::digest(picture.as_raw())), reading })
}

impl Golden {
    /// Records a version's results on this machine.
    ///
    /// # Errors
    /// Fails only when the networks cannot run.
    pub fn record(pipeline: &TonguePipeline) -> Result<Self, AnalysisError> {
        (1..=PHOTO_COUNT).map(|seed| read_synthetic(pipeline, seed)).collect::<Result<_, _>>().map(Self)
    }

    /// Checks that a version gives the same results on this machine.
    ///
    /// # Errors
    /// A description of the differences.
    pub fn check(&self, pipeline: &TonguePipeline) -> Result<(), String> {
        for (seed, known) in (1..).zip(&self.0) {
            let here = read_synthetic(pipeline, seed).map_err(|error| error.to_string())?;
            if here.picture != known.picture {
                continue;
            }
            match (&known.reading, &here.reading) {
                (None, None) => {}
                (Some(there), Some(here)) => compare(there, here).map_err(|what| format!("photo {seed}: {what}"))?,
                (recorded, _) => {
                    let word = |found| if found { "read" } else { "refused" };
                    return Err(format!(
                        "photo {seed} was {} there, {} here",
                        word(recorded.is_some()),
                        word(recorded.is_none())
                    ));
                }
            }
        }
        Ok(())
    }
}

fn compare(a: &GoldenReading, b: &GoldenReading) -> Result<(), String> {
    let Options { width, height, .. } = Options::default();
    let overlap = overlap(&a.0, &b.0, (width, height));
    if overlap < MIN_OVERLAP {
        return Err(format!("the outlines overlap by {overlap:.3} only"));
    }
    let differing = a.1.iter().zip(b.1).filter(|(a, b)| **a != *b).count();
    if differing > MAX_DIFFERING_CELLS { Err(format!("{differing} of nine scores differ")) } else { Ok(()) }
}
