//! A version of the weights as a folder of files, in the layout of model hubs.
//!
//! | file | content |
//! |---|---|
//! | `config.json` | shape of the network, limits of the gate, calibration: [`Config`] |
//! | `model.safetensors` | the weights, 16 or 32 bits |
//! | `manifest.json` | the version's origin and measurements: [`Manifest`] |
//! | `README.md` | the model card: sources, rights, figures, limits |

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::calibration::Calibration;
use crate::error::WeightsError;
use crate::evaluation::Evaluation;
use crate::gate::Thresholds;
use crate::network::NetworkConfig;
use crate::weights::Tensors;

/// File of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// File of shape, limits and calibration.
pub const CONFIG: &str = "config.json";
/// File of the weights.
pub const WEIGHTS: &str = "model.safetensors";
/// File of the model card.
pub const CARD: &str = "README.md";
/// The card of the embedded weights.
pub const EMBEDDED_CARD: &str = include_str!("../weights/README.md");
/// The supported kind of network.
pub const MODEL_TYPE: &str = "tongue-coating-1";

/// Everything that determines a version's results, apart from its weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Must be [`MODEL_TYPE`].
    pub model_type: String,
    /// Shape of the network.
    pub network: NetworkConfig,
    /// Limits of the gate.
    pub thresholds: Thresholds,
    /// Conversion of logits into scores.
    pub calibration: Calibration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            model_type: MODEL_TYPE.into(),
            network: NetworkConfig::default(),
            thresholds: Thresholds::default(),
            calibration: Calibration::default(),
        }
    }
}

impl Config {
    /// Checks every value.
    ///
    /// # Errors
    /// The invalid value.
    pub fn validate(&self) -> Result<(), String> {
        if self.model_type != MODEL_TYPE {
            return Err(format!("model_type is {}: this program reads {MODEL_TYPE}", self.model_type));
        }
        self.network.validate()?;
        if !self.thresholds.is_finite() {
            return Err("a threshold is not a number".into());
        }
        if !self.calibration.is_valid() {
            return Err("the calibration is out of range".into());
        }
        Ok(())
    }
}

/// A version's identity, origin and measurements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name, which ends in the hash of configuration and weights. It is stored with each result.
    pub version: String,
    /// SHA-256 of `config.json` and `model.safetensors`, hexadecimal.
    pub weights_hash: String,
    /// SHA-256 over ids and bytes of the training data, hexadecimal.
    pub data_hash: String,
    /// Seed of initialization, augmentation and order.
    pub seed: u64,
    /// Git commit of the program that trained it; empty outside of a checkout.
    pub commit: String,
    /// The command that trained it.
    pub command: String,
    /// The results of `model eval`; none before it ran.
    pub evaluation: Option<Evaluation>,
}

impl Manifest {
    /// Returns the name of a version.
    #[must_use]
    pub fn version_name(weights_hash: &str) -> String {
        format!("tongue-2-{}", &weights_hash[..8.min(weights_hash.len())])
    }

    /// Writes a folder's manifest through a temporary file, so that a watcher of the folder sees either the old one or
    /// the new one.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, dir: &Path) -> anyhow::Result<()> {
        let partial = dir.join("manifest.part");
        std::fs::write(&partial, serde_json::to_string_pretty(self)? + "\n")?;
        Ok(std::fs::rename(partial, dir.join(MANIFEST))?)
    }
}

/// A version's files, parsed and checked.
pub struct Bundle {
    /// Shape, limits and calibration.
    pub config: Config,
    /// The version's manifest.
    pub manifest: Manifest,
    /// The weights.
    pub tensors: Tensors,
}

/// SHA-256 of configuration and weights, hexadecimal.
#[must_use]
pub fn hash(config: &[u8], weights: &[u8]) -> String {
    format!("{:x}", Sha256::new().chain_update(config).chain_update(weights).finalize())
}

/// Reads a file of a folder.
///
/// # Errors
/// Fails with the file's name.
pub fn read(dir: &Path, name: &str) -> Result<Vec<u8>, WeightsError> {
    let path = dir.join(name);
    std::fs::read(&path).map_err(|error| WeightsError::Read(path, error))
}

impl Bundle {
    /// Returns the embedded weights.
    ///
    /// # Errors
    /// Fails only when the program was built with broken files.
    pub fn embedded() -> Result<Self, WeightsError> {
        Self::parse(
            include_bytes!("../weights/manifest.json"),
            include_bytes!("../weights/config.json"),
            include_bytes!("../weights/model.safetensors"),
        )
    }

    /// Reads the weights in a folder.
    ///
    /// # Errors
    /// Fails when a file is missing, broken, or does not match the manifest.
    pub fn open(dir: &Path) -> Result<Self, WeightsError> {
        Self::parse(&read(dir, MANIFEST)?, &read(dir, CONFIG)?, &read(dir, WEIGHTS)?)
    }

    /// Parses the weights from the contents of the three files.
    ///
    /// # Errors
    /// Fails when a file is broken, belongs to another kind of network, contains numbers that are not finite, or does
    /// not match the others.
    pub fn parse(manifest: &[u8], config: &[u8], weights: &[u8]) -> Result<Self, WeightsError> {
        let unfit = |file: &str, error: &dyn std::fmt::Display| WeightsError::Unfit(format!("{file}: {error}"));
        let parsed: Config = serde_json::from_slice(config).map_err(|error| unfit(CONFIG, &error))?;
        parsed.validate().map_err(|error| unfit(CONFIG, &error))?;
        let manifest: Manifest = serde_json::from_slice(manifest).map_err(|error| unfit(MANIFEST, &error))?;
        if manifest.weights_hash != hash(config, weights) {
            return Err(unfit(MANIFEST, &"configuration and weights are not those that it names"));
        }
        let tensors = Tensors::parse(weights).map_err(|error| unfit(WEIGHTS, &format!("{error:#}")))?;
        Ok(Self { config: parsed, manifest, tensors })
    }
}
