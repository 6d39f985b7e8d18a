//! The configuration of a training; `train.toml` lists every key with its default.

use std::path::Path;

use anyhow::Context;
use model::network::NetworkConfig;
use serde::{Deserialize, Serialize};

use crate::augment::BatchShape;

/// The configuration of the optimizer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptimizerConfig {
    /// Maximum learning rate of the heads.
    pub lr: f64,
    /// Multiplier of the learning rate for the pretrained encoder.
    pub encoder_lr_multiplier: f64,
    /// Share of the steps with a linear warm-up; a half-cosine decay follows.
    pub warmup: f64,
    /// Decoupled weight decay of all variables except biases and normalization.
    pub weight_decay: f64,
    /// Maximum global norm of the gradients.
    pub max_gradient_norm: f64,
    /// Decay of the moving average of the weights.
    pub ema_decay: f64,
}

impl Default for OptimizerConfig {
    fn default() -> Self {
        Self {
            lr: 2e-3,
            encoder_lr_multiplier: 0.3,
            warmup: 0.08,
            weight_decay: 0.02,
            max_gradient_norm: 2.,
            ema_decay: 0.998,
        }
    }
}

/// The configuration of a training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Seed of initialization, augmentation and order. The same seed, data, machine and program give the same weights.
    pub seed: u64,
    /// Number of steps.
    pub steps: usize,
    /// Number of views of each kind per step.
    pub batch: BatchShape,
    /// Strength of the photometric augmentation.
    pub augmentation: f32,
    /// Dropout rate of the score head's hidden units.
    pub dropout: f32,
    /// Weight of the scores' loss relative to the mask's.
    pub score_weight: f64,
    /// Whether the encoder starts from the ImageNet weights, which requires the default shape.
    pub pretrained: bool,
    /// Sources that are excluded.
    pub without: Vec<String>,
    /// Steps between checkpoints, which an interruption loses at most; with `patience` also between validations.
    pub checkpoint_every: usize,
    /// Stops after this number of validations without improvement; none trains all steps on all photos.
    // left out when none, so that records of trainings without it stay equal to earlier ones
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<usize>,
    /// The configuration of the optimizer.
    pub optimizer: OptimizerConfig,
    /// Shape of the network.
    pub network: NetworkConfig,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            steps: 2400,
            batch: BatchShape { negatives: 2, wide: 3, close: 9 },
            augmentation: 1.,
            dropout: 0.2,
            score_weight: 1.5,
            pretrained: true,
            without: Vec::new(),
            checkpoint_every: 200,
            patience: None,
            optimizer: OptimizerConfig::default(),
            network: NetworkConfig::default(),
        }
    }
}

impl TrainConfig {
    /// Reads a TOML file, or returns the defaults without one.
    ///
    /// # Errors
    /// Fails when the file cannot be read or has an unknown key.
    pub fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))
    }
}
