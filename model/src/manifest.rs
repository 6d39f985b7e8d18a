//! A version of the weights: tensors, and the manifest that says what they are.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::analyzer::WeightsError;
use crate::quality::Thresholds;
use crate::train::Calibration;
use crate::weights::{self, Tensors};

/// File of the manifest in a directory of weights.
pub const MANIFEST: &str = "manifest.json";
/// File of the segmentation network.
pub const SEGMENT: &str = "segment.safetensors";
/// File of the networks that read a tongue once it is found: its tilt, its scores.
pub const SCORE: &str = "score.safetensors";
/// File beside them in which somebody says where the data come from, who scored them, and what was not tested.
pub const ABOUT: &str = "about.md";
/// What that file says of the weights that the program was built with.
pub const ABOUT_EMBEDDED: &str = include_str!("../weights/about.md");
/// Layout of the networks; another one cannot be read by this program.
pub const ARCHITECTURE: &str = "segment 24-48-96-128+2 levelled @256, tilt 16-16-24-32-32-32 @64, score of balanced cells @192: \
     numbers 6 x 104-96, pixels EfficientNet-Lite0 to block 10 and 64 @96, likeness";

/// What a version is and how well it reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    /// Stored with each result: a date-free name that ends in the weights' hash.
    pub version: String,
    /// Must be [`ARCHITECTURE`].
    pub architecture: String,
    /// SHA-256 of both weights files, hexadecimal.
    pub weights_hash: String,
    /// SHA-256 of the training data, hexadecimal.
    pub data_hash: String,
    /// Seed of weights, views and order.
    pub seed: u64,
    /// How the held-out part was chosen.
    pub split: String,
    /// The command that trained it.
    pub command: String,
    /// How logits become scores.
    pub calibration: Calibration,
    /// Limits of the quality gate.
    pub thresholds: Thresholds,
    /// What `model eval` measured on the held-out fifth.
    pub metrics: serde_json::Value,
}

/// A manifest with its tensors.
pub struct Bundle {
    /// What it is.
    pub manifest: Manifest,
    /// All networks' tensors by name.
    pub tensors: Tensors,
}

/// SHA-256 of both weights files, hexadecimal.
#[must_use]
pub fn hash(segment: &[u8], score: &[u8]) -> String {
    format!("{:x}", Sha256::new().chain_update(segment).chain_update(score).finalize())
}

/// Reads a file of a directory.
///
/// # Errors
/// Fails with the file's name.
pub fn read(dir: &Path, name: &str) -> Result<Vec<u8>, WeightsError> {
    let path = dir.join(name);
    std::fs::read(&path).map_err(|error| WeightsError::Read(path, error))
}

impl Bundle {
    /// The weights that the program was built with.
    ///
    /// # Errors
    /// Fails only when the program was built from broken files.
    pub fn embedded() -> Result<Self, WeightsError> {
        Self::parse(
            include_bytes!("../weights/manifest.json"),
            include_bytes!("../weights/segment.safetensors"),
            include_bytes!("../weights/score.safetensors"),
        )
    }

    /// The weights in a directory.
    ///
    /// # Errors
    /// Fails when a file is missing, broken, or not the one that the manifest names.
    pub fn open(dir: &Path) -> Result<Self, WeightsError> {
        Self::parse(&read(dir, MANIFEST)?, &read(dir, SEGMENT)?, &read(dir, SCORE)?)
    }

    /// The weights in the bytes of the three files.
    ///
    /// # Errors
    /// Fails when they are broken, of another architecture, or do not fit each other.
    pub fn parse(manifest: &[u8], segment: &[u8], score: &[u8]) -> Result<Self, WeightsError> {
        let unfit = |error: &dyn std::fmt::Display| WeightsError::Manifest(error.to_string());
        let manifest: Manifest = serde_json::from_slice(manifest).map_err(|error| unfit(&error))?;
        if manifest.architecture != ARCHITECTURE {
            return Err(unfit(&format!("architecture {}", manifest.architecture)));
        }
        if manifest.weights_hash != hash(segment, score) {
            return Err(unfit(&"the weights are not those that it names"));
        }
        let mut tensors = weights::parse(segment).map_err(|error| unfit(&error))?;
        tensors.extend(weights::parse(score).map_err(|error| unfit(&error))?);
        Ok(Self { manifest, tensors })
    }
}
