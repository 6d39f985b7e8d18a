//! One version's files, and whether they can be used.

use std::path::Path;

use model::golden::Golden;
use model::manifest::{self, Bundle};
use model::{Reader, WeightsError};

pub(crate) use model::manifest::{ABOUT, MANIFEST, SCORE, SEGMENT};

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
    /// Where its data come from and who scored them, if somebody wrote it.
    pub(crate) about: Option<Vec<u8>>,
}

/// Name, media type and content.
type File<'a> = (&'static str, &'static str, &'a [u8]);

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
        let golden = golden.map_err(|error| Refusal::Golden(error.to_string()))?;
        Ok(Self { manifest, segment, score, golden, about: std::fs::read(dir.join(ABOUT)).ok() })
    }

    /// Its manifest and tensors, to be measured or read with.
    ///
    /// # Errors
    /// When they do not fit each other or this program.
    pub fn bundle(&self) -> Result<Bundle, Refusal> {
        Ok(Bundle::parse(&self.manifest, &self.segment, &self.score)?)
    }

    /// What somebody wrote of its data.
    #[must_use]
    pub fn about(&self) -> Option<String> {
        self.about.as_ref().map(|about| String::from_utf8_lossy(about).into_owned())
    }

    /// Builds the networks, has them read a drawn tongue, and compares what they read with what they read where they were
    /// published. Takes a core for a moment.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn open(&self) -> Result<Reader, Refusal> {
        let reader = model::tried(&self.bundle()?)?;
        let golden: Golden =
            serde_json::from_slice(&self.golden).map_err(|error| Refusal::Golden(error.to_string()))?;
        golden.check(&reader).map_err(Refusal::Differs)?;
        Ok(reader)
    }

    /// Its files in the order in which they are published.
    pub(crate) fn files(&self) -> Vec<File<'_>> {
        let read = [
            (SEGMENT, super::BINARY, &self.segment[..]),
            (SCORE, super::BINARY, &self.score),
            (GOLDEN, super::JSON, &self.golden),
        ];
        read.into_iter().chain(self.known()).collect()
    }

    /// The files that say what is known of it.
    pub(crate) fn known(&self) -> Vec<File<'_>> {
        let about = self.about.iter().map(|about| (ABOUT, super::TEXT, &about[..]));
        about.chain([(MANIFEST, super::JSON, &self.manifest[..])]).collect()
    }

    /// Whether another one reads the same. Golden outputs may differ in their last digits from machine to machine; figures
    /// are measured later, and change nothing.
    pub(crate) fn same(&self, other: &Self) -> bool {
        let reads = |release: &Self| {
            let mut manifest: serde_json::Value = serde_json::from_slice(&release.manifest).ok()?;
            manifest.as_object_mut()?.remove("metrics");
            Some(manifest)
        };
        reads(self) == reads(other) && self.segment == other.segment && self.score == other.score
    }
}
