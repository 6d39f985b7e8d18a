//! One version's files, and whether they can be used.

use std::path::Path;

use model::evaluation::Evaluation;
use model::golden::Golden;
use model::release::{self, Bundle, Manifest};
use model::{TonguePipeline, WeightsError, load_and_self_test};

pub(crate) use model::release::{CARD, CONFIG, MANIFEST, WEIGHTS};

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
    pub(crate) config: Vec<u8>,
    pub(crate) weights: Vec<u8>,
    pub(crate) golden: Vec<u8>,
    /// Where its data come from and what was not tested, if somebody wrote it.
    pub(crate) card: Option<Vec<u8>>,
}

/// Name, media type and content.
type File<'a> = (&'static str, &'static str, &'a [u8]);

impl Release {
    /// Reads the files of a folder of weights, as `model train` leaves it, and records what the version reads from drawn photos.
    ///
    /// # Errors
    /// Fails when a file is missing or the version cannot be used.
    pub fn from_dir(dir: &Path) -> Result<Self, Refusal> {
        let [manifest, config, weights] = [MANIFEST, CONFIG, WEIGHTS].map(|name| release::read(dir, name));
        let (manifest, config, weights) = (manifest?, config?, weights?);
        let pipeline = load_and_self_test(&Bundle::parse(&manifest, &config, &weights)?)?;
        let unrecorded = |error: &dyn std::fmt::Display| Refusal::Golden(error.to_string());
        let golden = Golden::record(&pipeline).map_err(|error| unrecorded(&error))?;
        let golden = serde_json::to_vec(&golden).map_err(|error| unrecorded(&error))?;
        Ok(Self { manifest, config, weights, golden, card: std::fs::read(dir.join(CARD)).ok() })
    }

    /// Its configuration, manifest and weights.
    ///
    /// # Errors
    /// Fails when they do not fit each other or this program.
    pub fn bundle(&self) -> Result<Bundle, Refusal> {
        Ok(Bundle::parse(&self.manifest, &self.config, &self.weights)?)
    }

    /// What was measured of it; none when nobody recorded it, or when it is another version's.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let manifest: Manifest = serde_json::from_slice(&self.manifest).ok()?;
        let version = manifest.version;
        manifest.evaluation.filter(|evaluation| evaluation.version == version)
    }

    /// Its model card.
    #[must_use]
    pub fn card(&self) -> Option<String> {
        self.card.as_ref().map(|card| String::from_utf8_lossy(card).into_owned())
    }

    /// Builds the network, has it read a drawn tongue, and compares what it reads with what it read where it was published. Takes a
    /// core for a moment.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn open(&self) -> Result<TonguePipeline, Refusal> {
        let pipeline = load_and_self_test(&self.bundle()?)?;
        let golden: Golden =
            serde_json::from_slice(&self.golden).map_err(|error| Refusal::Golden(error.to_string()))?;
        golden.check(&pipeline).map_err(Refusal::Differs)?;
        Ok(pipeline)
    }

    /// Its files in the order in which they are published.
    pub(crate) fn files(&self) -> Vec<File<'_>> {
        let fixed = [
            (CONFIG, super::JSON, &self.config[..]),
            (WEIGHTS, super::BINARY, &self.weights),
            (GOLDEN, super::JSON, &self.golden),
        ];
        fixed.into_iter().chain(self.descriptive_files()).collect()
    }

    /// The files that describe it, which may be written again later.
    pub(crate) fn descriptive_files(&self) -> Vec<File<'_>> {
        let card = self.card.iter().map(|card| (CARD, super::TEXT, &card[..]));
        card.chain([(MANIFEST, super::JSON, &self.manifest[..])]).collect()
    }

    /// Whether another one reads the same. Golden outputs may differ in their last digits from machine to machine; figures
    /// are measured later, and change nothing.
    pub(crate) fn reads_as(&self, other: &Self) -> bool {
        let identity = |release: &Self| {
            let manifest: Manifest = serde_json::from_slice(&release.manifest).ok()?;
            Some(Manifest { evaluation: None, ..manifest })
        };
        self.config == other.config && self.weights == other.weights && identity(self) == identity(other)
    }
}
