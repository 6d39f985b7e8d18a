//! The segmentation network: where the tongue is.

use candle_core::{Device, Result, Tensor};

use super::layers::{Biased, Cbr, Size, Source};
use super::resample::{pixel_shuffle, pixel_unshuffle, pixel_unshuffle_last, up2_add};
use super::slices::sum;

/// Side of the square input, in pixels.
pub const SEGMENT_SIDE: usize = 256;
/// Blocks of 4 x 4 pixels become channels before the first convolution: dense and fast.
pub const BLOCK: usize = 4;

/// What the segmentation network says of a batch.
pub struct Segmented {
    /// Logits of the mask [b, 1, side, side].
    pub mask: Tensor,
    /// Logits that a tongue is there at all [b, 1].
    pub presence: Tensor,
}

/// An encoder and decoder with additive skips, about 850,000 weights.
pub struct SegmentNet {
    stem: Vec<Cbr>,
    down: Vec<[Cbr; 2]>,
    deep: Vec<Cbr>,
    lateral: Vec<Cbr>,
    merge: Vec<Cbr>,
    mask: Biased,
    presence: Biased,
}

impl SegmentNet {
    /// Channels at 1/4, 1/8, 1/16 and 1/32 of the input.
    const WIDTHS: [usize; 4] = [24, 48, 96, 128];
    /// Further convolutions at 1/32, where each sees the whole picture.
    const DEEP: usize = 2;

    /// Makes or reads the network, whose tensors' names begin with `segment.`.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let w = Self::WIDTHS;
        let conv = |s: &mut Source<'_>, name: String, from, to, stride| {
            Cbr::new(s, &format!("segment.{name}"), Size { from, to, k: 3, s: stride })
        };
        let stem =
            vec![conv(s, "stem.0".into(), 3 * BLOCK * BLOCK, w[0], 1)?, conv(s, "stem.1".into(), w[0], w[0], 1)?];
        let mut down = Vec::new();
        let (mut lateral, mut merge) = (Vec::new(), Vec::new());
        for i in 1..w.len() {
            down.push([
                conv(s, format!("down{i}.0"), w[i - 1], w[i], 2)?,
                conv(s, format!("down{i}.1"), w[i], w[i], 1)?,
            ]);
        }
        let deep = (0..Self::DEEP).map(|i| conv(s, format!("deep{i}"), w[3], w[3], 1)).collect::<Result<_>>()?;
        for i in (1..w.len()).rev() {
            let one = Size { from: w[i], to: w[i - 1], k: 1, s: 1 };
            lateral.push(Cbr::new(s, &format!("segment.lateral{i}"), one)?);
            merge.push(conv(s, format!("merge{i}"), w[i - 1], w[i - 1], 1)?);
        }
        let mask = Biased::head(s, "segment.mask", w[0], BLOCK * BLOCK)?;
        let presence = Biased::head(s, "segment.presence", w[3], 1)?;
        Ok(Self { stem, down, deep, lateral, merge, mask, presence })
    }

    /// Reads a batch [b, 3, side, side] of numbers -1..1.
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn forward(&self, x: &Tensor) -> Result<Segmented> {
        self.see(if self.stem[0].reads() { pixel_unshuffle_last(x, BLOCK)? } else { pixel_unshuffle(x, BLOCK)? })
    }

    /// Reads one square picture whose blocks are channels already, those of a block side by side [side / 4, side / 4, 48].
    ///
    /// # Errors
    /// Fails when there are not as many numbers as in a square.
    pub fn read(&self, blocks: Vec<f32>) -> Result<Segmented> {
        let side = (blocks.len() / (3 * BLOCK * BLOCK)).isqrt();
        self.see(Tensor::from_vec(blocks, (1, side, side, 3 * BLOCK * BLOCK), &Device::Cpu)?.permute((0, 3, 1, 2))?)
    }

    /// Blocks of pixels as channels [b, 48, side / 4, side / 4].
    fn see(&self, mut x: Tensor) -> Result<Segmented> {
        for layer in &self.stem {
            x = layer.forward(&x)?;
        }
        let mut skips = Vec::new();
        for [first, second] in &self.down {
            skips.push(x.clone());
            x = second.forward(&first.forward(&x)?)?;
        }
        for layer in &self.deep {
            x = sum(&layer.forward(&x)?, &x)?;
        }
        // candle's mean is slow when channels lie side by side
        let presence = self.presence.forward(&x.avg_pool2d((x.dim(2)?, x.dim(3)?))?)?.flatten_from(1)?;
        for (lateral, merge) in self.lateral.iter().zip(&self.merge) {
            let skip = skips.pop().ok_or_else(|| candle_core::Error::Msg("a skip for each merge".into()))?;
            x = merge.forward(&up2_add(&lateral.forward(&x)?, &skip)?)?;
        }
        Ok(Segmented { mask: pixel_shuffle(&self.mask.forward(&x)?, BLOCK)?, presence })
    }
}
