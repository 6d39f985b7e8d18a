//! One version's files, and whether they can be used.

use std::path::Path;

use model::golden::Golden;
use model::manifest::{self, Bundle};
use model::{Reader, WeightsError};

pub(crate) use model::manifest::{MANIFEST, SCORE, SEGMENT};

/// File of the outputs that the version must repeat.
pub(crate) const GOLDEN: &str = "golden.json";

/// Why a version is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Its files do not fit each other or this program, or it finds no tongue.
    #[error("the version is refused")]
    Weights(#[from] WeightsError),
    /// The outputs to repeat are not understood.
    #[error("the version is refused: {GOLDEN} is not understood: {0}")]
    Golden(String),
    /// It does not repeat the outputs that it had where it was published.
    #[error("the version is refused: it reads otherwise here than where it was published: {0}")]
    Differs(String),
}

/// A version's files.
#[derive(Clone)]
pub struct Release {
    pub(crate) manifest: Vec<u8>,
    pub(crate) segment: Vec<u8>,
    pub(crate) score: Vec<u8>,
    pub(crate) golden: Vec<u8>,
}

impl Release {
    /// The files of a directory of weights, as `model train` leaves it; takes down what the version reads from drawn photos.
    ///
    /// # Errors
    /// When a file is missing or the version cannot be used.
    pub fn of_dir(dir: &Path) -> Result<Self, Refusal> {
        let [manifest, segment, score] = [MANIFEST, SEGMENT, SCORE].map(|name| manifest::read(dir, name));
        let (manifest, segment, score) = (manifest?, segment?, score?);
        let reader = model::tried(&Bundle::parse(&manifest, &segment, &score)?)?;
        let golden = serde_json::to_vec(&Golden::of(&reader).map_err(|error| Refusal::Golden(error.to_string()))?);
        Ok(Self { manifest, segment, score, golden: golden.map_err(|error| Refusal::Golden(error.to_string()))? })
    }

    /// Builds the networks, has them read a drawn tongue, and compares what they read with what they read where they were
    /// published. Takes a core for a moment.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn open(&self) -> Result<Reader, Refusal> {
        let reader = model::tried(&Bundle::parse(&self.manifest, &self.segment, &self.score)?)?;
        let golden: Golden =
            serde_json::from_slice(&self.golden).map_err(|error| Refusal::Golden(error.to_string()))?;
        golden.check(&reader).map_err(Refusal::Differs)?;
        Ok(reader)
    }

    /// Name, media type and content, in the order in which they are published.
    pub(crate) fn files(&self) -> [(&'static str, &'static str, &[u8]); 4] {
        [
            (SEGMENT, super::BINARY, &self.segment),
            (SCORE, super::BINARY, &self.score),
            (GOLDEN, super::JSON, &self.golden),
            (MANIFEST, super::JSON, &self.manifest),
        ]
    }

    /// The same version; its golden outputs may differ in their last digits from machine to machine.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.manifest == other.manifest && self.segment == other.segment && self.score == other.score
    }
}
