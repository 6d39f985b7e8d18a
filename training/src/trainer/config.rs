//! What a training does; `train.toml` has every key with its default.

use model::network::NetworkConfig;
use serde::{Deserialize, Serialize};

use crate::augment::BatchShape;

/// How weights are changed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptimizerConfig {
    /// Greatest learning rate of the heads.
    pub lr: f64,
    /// Factor on it for the pretrained encoder.
    pub encoder_lr_multiplier: f64,
    /// Share of the steps over which the learning rate rises; then it falls by half a cosine.
    pub warmup: f64,
    /// Decoupled weight decay of everything but biases and normalization.
    pub weight_decay: f64,
    /// Greatest norm of all gradients together.
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

/// A training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Seed of initialization, augmentation and order. The same seed, data, machine and program give the same weights.
    pub seed: u64,
    /// Steps.
    pub steps: usize,
    /// Views of each kind in a step.
    pub batch: BatchShape,
    /// Strength of the photometric augmentation.
    pub augmentation: f32,
    /// Share of hidden units of the score head that are dropped.
    pub dropout: f32,
    /// Weight of the scores' loss next to the mask's.
    pub score_weight: f64,
    /// Whether the encoder starts from the ImageNet weights; only of the default shape.
    pub pretrained: bool,
    /// Sources that are left out.
    pub without: Vec<String>,
    /// Steps between checkpoints: what is lost at most when training is interrupted.
    pub checkpoint_every: usize,
    /// How weights are changed.
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
            optimizer: OptimizerConfig::default(),
            network: NetworkConfig::default(),
        }
    }
}
