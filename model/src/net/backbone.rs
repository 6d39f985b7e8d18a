//! What sees in the network of pixels: the first eleven blocks of `EfficientNet`-Lite0, begun with what a million photos of
//! things had taught it (`model/backbone`).
//!
//! Tan, Le: `EfficientNet`: Rethinking model scaling for convolutional neural networks, ICML 2019; "Lite" has no
//! squeeze-and-excitation. Its batch normalisation is folded into weights and biases, its rectifiers have no upper limit here.

use candle_core::{Result, Tensor};

use super::inverted::{Block, Sizes};
use super::layers::{Biased, Size, Source};
use crate::weights::{Tensors, parse};

/// Channels of the first convolution.
const STEM: usize = 32;
/// Of each block: how many times it widens its channels, side of its kernel, stride, channels that it gives.
const BLOCKS: [(usize, usize, usize, usize); 11] = [
    (1, 3, 1, 16),
    (6, 3, 2, 24),
    (6, 3, 1, 24),
    (6, 5, 2, 40),
    (6, 5, 1, 40),
    (6, 3, 2, 80),
    (6, 3, 1, 80),
    (6, 3, 1, 80),
    (6, 5, 1, 112),
    (6, 5, 1, 112),
    (6, 5, 1, 112),
];
/// Blocks whose results are told: the last of their width.
const TOLD: [usize; 4] = [2, 4, 7, 10];
/// Channels of what is told.
pub const BACKBONE_CHANNELS: usize = 24 + 40 + 80 + 112;

/// The blocks.
pub struct Backbone {
    stem: Biased,
    blocks: Vec<Block>,
}

/// What the network begins with, by the names of [`Backbone::new`] with `name` "pixels".
///
/// # Errors
/// Fails only when the program was built with a broken file.
pub fn beginning() -> anyhow::Result<Tensors> {
    parse(include_bytes!("../../backbone/backbone.safetensors"))
}

impl Backbone {
    /// Makes or reads the network, whose tensors' names begin with `name`.
    pub fn new(source: &mut Source<'_>, name: &str) -> Result<Self> {
        let stem = Biased::new(source, &format!("{name}.stem"), Size { from: 3, to: STEM, k: 3, s: 2 }, true)?;
        let mut from = STEM;
        let blocks = BLOCKS.iter().enumerate().map(|(i, &(times, k, s, to))| {
            let sizes = Sizes { from, times, to, k, s };
            from = to;
            Block::new(source, &format!("{name}.{i}"), sizes)
        });
        Ok(Self { blocks: blocks.collect::<Result<_>>()?, stem })
    }

    /// Reads pictures [b, 3, side, side], colours of about -1..1; gives maps of a quarter, an eighth and twice a sixteenth of the
    /// side, [`BACKBONE_CHANNELS`] channels in all.
    pub fn maps(&self, x: &Tensor) -> Result<Vec<Tensor>> {
        let mut x = self.stem.forward(x)?;
        let mut maps = Vec::with_capacity(TOLD.len());
        for (i, block) in self.blocks.iter().enumerate() {
            x = block.forward(&x)?;
            if TOLD.contains(&i) {
                maps.push(x.clone());
            }
        }
        Ok(maps)
    }
}
