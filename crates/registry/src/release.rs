//! The files of a version, and their validation.

use std::path::Path;

use model::golden::Golden;
use model::release::{self, Bundle, Manifest};
use model::{TonguePipeline, WeightsError, load_and_self_test};

pub(crate) use model::release::{CARD, CONFIG, MANIFEST, WEIGHTS};

/// The file of golden outputs.
pub(crate) const GOLDEN: &str = "golden.json";

/// Why a version is refused.
#[derive(Debug, thiserror::Error)]
pub enum InvalidRelease {
    /// Its files do not fit each other or this program, or it finds no tongue.
    #[error("the version is refused")]
    Weights(#[from] WeightsError),
    /// The manifest cannot be parsed.
    #[error("the version is refused: {MANIFEST} is not understood: {0}")]
    Manifest(String),
    /// The golden outputs cannot be parsed.
    #[error("the version is refused: {GOLDEN} is not understood: {0}")]
    Golden(String),
    /// Its outputs differ from the golden outputs.
    #[error("the version is refused: it reads otherwise here than where it was published: {0}")]
    Differs(String),
}

/// The files of a version.
#[derive(Clone)]
pub struct Release {
    pub(crate) manifest: Vec<u8>,
    pub(crate) config: Vec<u8>,
    pub(crate) weights: Vec<u8>,
    pub(crate) golden: Vec<u8>,
    /// The model card, if there is one.
    pub(crate) card: Option<Vec<u8>>,
}

/// A file: name, media type and content.
type File<'a> = (&'static str, &'static str, &'a [u8]);

impl Release {
    /// Reads a folder of weights from `model train`, and records golden outputs for synthetic photos.
    ///
    /// # Errors
    /// [`InvalidRelease`] when a file is missing or the version is invalid.
    pub fn from_dir(dir: &Path) -> Result<Self, InvalidRelease> {
        let [manifest, config, weights] = [MANIFEST, CONFIG, WEIGHTS].map(|name| release::read(dir, name));
        let (manifest, config, weights) = (manifest?, config?, weights?);
        let pipeline = load_and_self_test(&Bundle::parse(&manifest, &config, &weights)?)?;
        let unrecorded = |error: &dyn std::fmt::Display| InvalidRelease::Golden(error.to_string());
        let golden = Golden::record(&pipeline).map_err(|error| unrecorded(&error))?;
        let golden = serde_json::to_vec(&golden).map_err(|error| unrecorded(&error))?;
        Ok(Self { manifest, config, weights, golden, card: std::fs::read(dir.join(CARD)).ok() })
    }

    /// Parses configuration, manifest and weights.
    ///
    /// # Errors
    /// [`InvalidRelease::Weights`] when they do not fit each other or this program.
    pub fn bundle(&self) -> Result<Bundle, InvalidRelease> {
        Ok(Bundle::parse(&self.manifest, &self.config, &self.weights)?)
    }

    /// Returns its model card.
    #[must_use]
    pub fn card(&self) -> Option<String> {
        self.card.as_ref().map(|card| String::from_utf8_lossy(card).into_owned())
    }

    /// Loads the network, runs it on synthetic photos, and compares its results with the golden outputs. It is
    /// CPU-bound.
    ///
    /// # Errors
    /// [`InvalidRelease`] for an invalid version.
    pub fn open(&self) -> Result<TonguePipeline, InvalidRelease> {
        let pipeline = load_and_self_test(&self.bundle()?)?;
        let golden: Golden =
            serde_json::from_slice(&self.golden).map_err(|error| InvalidRelease::Golden(error.to_string()))?;
        golden.check(&pipeline).map_err(InvalidRelease::Differs)?;
        Ok(pipeline)
    }

    /// Returns its files in the order of publishing.
    pub(crate) fn files(&self) -> Vec<File<'_>> {
        let fixed = [
            (CONFIG, super::JSON, &self.config[..]),
            (WEIGHTS, super::BINARY, &self.weights),
            (GOLDEN, super::JSON, &self.golden),
        ];
        fixed.into_iter().chain(self.descriptive_files()).collect()
    }

    /// Returns the files of its description, which can change later.
    pub(crate) fn descriptive_files(&self) -> Vec<File<'_>> {
        let card = self.card.iter().map(|card| (CARD, super::TEXT, &card[..]));
        card.chain([(MANIFEST, super::JSON, &self.manifest[..])]).collect()
    }

    /// Returns whether another release has the same results. Golden outputs can differ between machines in their last digits, and
    /// evaluations are added later.
    pub(crate) fn has_same_weights(&self, other: &Self) -> bool {
        let identity = |release: &Self| {
            let manifest: Manifest = serde_json::from_slice(&release.manifest).ok()?;
            Some(Manifest { evaluation: None, ..manifest })
        };
        self.config == other.config && self.weights == other.weights && identity(self) == identity(other)
    }
}
