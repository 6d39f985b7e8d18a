//! The network that sees how far a tongue is turned.

use candle_core::{Result, Tensor};

use super::layers::{Biased, Cbr, Source};
use super::resample::{pixel_unshuffle, pixel_unshuffle_last};

/// Side of the square input, in pixels.
pub const TILT_SIDE: usize = 64;
/// Channels of the input: the picture's three and the mask.
pub const TILT_CHANNELS: usize = 4;
/// Blocks of 2 x 2 pixels become channels before the first convolution.
const BLOCK: usize = 2;
/// Channels and stride of each convolution.
const LAYERS: [(usize, usize); 5] = [(16, 1), (16, 1), (24, 2), (32, 2), (32, 1)];
/// Numbers that are left of a picture.
const FLAT: usize = 32 * 8 * 8;
/// Width of the hidden layer.
const HIDDEN: usize = 32;

/// Five convolutions and a hidden layer, about 90,000 weights.
pub struct TiltNet {
    layers: Vec<Cbr>,
    hidden: Biased,
    angle: Biased,
}

impl TiltNet {
    /// Makes or reads the network, whose tensors' names begin with `tilt.`.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let layers = Cbr::row(s, "tilt", TILT_CHANNELS * BLOCK * BLOCK, &LAYERS)?;
        let hidden = Biased::head(s, "tilt.hidden", FLAT, HIDDEN)?;
        Ok(Self { layers, hidden, angle: Biased::head(s, "tilt.angle", HIDDEN, 1)? })
    }

    /// Reads a batch [b, [`TILT_CHANNELS`], [`TILT_SIDE`], [`TILT_SIDE`]] of what [`crate::tilt::seen`] gives; says by how many
    /// radians each tongue is turned clockwise [b].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut x = if self.layers[0].reads() { pixel_unshuffle_last(x, BLOCK)? } else { pixel_unshuffle(x, BLOCK)? };
        for layer in &self.layers {
            x = layer.forward(&x)?;
        }
        let flat = x.contiguous()?.reshape(((), FLAT, 1, 1))?;
        self.angle.forward(&self.hidden.forward(&flat)?.relu()?)?.flatten_all()
    }
}
