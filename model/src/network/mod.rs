//! The network: an EfficientNet-Lite encoder, a feature pyramid decoder, and heads for the tongue's mask, its presence
//! and the coating of nine cells.
//!
//! It uses candle-nn's interface, with faster layers from [`cpu_nn`]. The same weights process the whole photo first
//! and then the tongue.

mod block;
mod config;
mod decoder;
mod encoder;
mod score_head;

use candle_core::{Result, Tensor};
use cpu_nn::{ModuleT, VarBuilder};

pub use block::ConvNorm;
pub use config::{NetworkConfig, Stage};
pub use decoder::Decoder;
pub use encoder::Encoder;
pub use score_head::{CELLS, CellWeights, ScoreHead};

/// Mean and standard deviation of the color values, 0..1, of the encoder's pretraining.
const PIXEL_MEAN: f32 = 127. / 255.;
const PIXEL_STD: f32 = 128. / 255.;

/// Normalizes a color value 0..1 for the network.
#[must_use]
pub fn normalize_pixel(value: f32) -> f32 {
    (value - PIXEL_MEAN) / PIXEL_STD
}

/// The network's outputs for a batch of views.
pub struct Features {
    /// Logit of each pixel being tongue, `[b, 1, side / 4, side / 4]`.
    pub mask: Tensor,
    /// Logit of a tongue being in the view, `[b]`.
    pub presence: Tensor,
    /// Feature maps that the cells are scored from, `[b, c, h, w]`, finest first.
    pub levels: Vec<Tensor>,
}

/// The network.
pub struct TongueNet {
    encoder: Encoder,
    decoder: Decoder,
    presence: candle_nn::Linear,
    scores: ScoreHead,
    tongue_features: usize,
}

impl TongueNet {
    /// Builds the network from named tensors, or creates them if `vb` is backed by a `VarMap`.
    ///
    /// # Errors
    /// Fails when a tensor is missing or its shape differs from the configuration's.
    pub fn new(config: &NetworkConfig, vb: &VarBuilder<'_>) -> Result<Self> {
        let encoder = Encoder::new(config, &vb.pp("encoder"))?;
        let channels = encoder.channels();
        let decoder = Decoder::new(&channels, config.decoder_width, &vb.pp("decoder"))?;
        let presence = candle_nn::linear(channels[channels.len() - 1], 1, vb.pp("presence"))?;
        let scores = ScoreHead::new(&channels[..channels.len() - 1], config.score_width, &vb.pp("scores"))?;
        let tongue_features = channels[channels.len() - 2];
        Ok(Self { encoder, decoder, presence, scores, tongue_features })
    }

    /// Number of a tongue's features, see [`CellWeights::pool_tongue`].
    #[must_use]
    pub fn tongue_features(&self) -> usize {
        self.tongue_features
    }

    /// Folds the batch normalization into the convolutions, for inference only.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn fuse(self) -> Result<Self> {
        Ok(Self { encoder: self.encoder.fuse()?, decoder: self.decoder.fuse()?, ..self })
    }

    /// Runs encoder, mask and presence head on normalized views `[b, 3, side, side]`, side a multiple of 32.
    ///
    /// # Errors
    /// Fails when the views have another shape.
    pub fn forward(&self, views: &Tensor, train: bool) -> Result<Features> {
        let mut levels = self.encoder.forward_levels(views, train)?;
        let mask = self.decoder.forward_mask(&levels, train)?;
        let Some(coarsest) = levels.pop() else { candle_core::bail!("the encoder has no levels") };
        let pooled = coarsest.flatten_from(2)?.mean(2)?;
        let presence = self.presence.forward_t(&pooled, train)?.squeeze(1)?;
        Ok(Features { mask, presence, levels })
    }

    /// Scores nine cells: returns ordinal logits `[b, 9, 2]` of "more than none" and "more than thin".
    ///
    /// `dropout` multiplies the hidden layer `[b, 9, score_width]` in training.
    ///
    /// # Errors
    /// Fails when the cells' weights are for another batch size or side.
    pub fn score(&self, levels: &[Tensor], cells: &CellWeights, dropout: Option<&Tensor>) -> Result<Tensor> {
        self.scores.forward(levels, cells, dropout)
    }
}
