//! The scoring network: how thick the coating is in each of nine cells.

use candle_core::{Result, Tensor};

use super::layers::{Cbr, Head, Size, Source};
use super::resample::{pixel_unshuffle, pixel_unshuffle_last};

/// Side of the square input, in pixels.
pub const SCORE_SIDE: usize = 192;
/// Cells a side.
pub const CELLS: usize = 3;

/// Four convolutions, an average in each cell, and two ordinal logits for it.
pub struct ScoreNet {
    convs: Vec<Cbr>,
    mix: Cbr,
    head: Head,
}

impl ScoreNet {
    /// Colour, and whether a pixel is tongue.
    pub const CHANNELS: usize = 4;

    /// Makes or reads the network, whose tensors' names begin with `score.`.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let widths = [Self::CHANNELS * 4, 24, 32, 48, 64];
        let strides = [1, 2, 2, 2];
        let mut convs = Vec::new();
        for (i, stride) in strides.into_iter().enumerate() {
            let size = Size { from: widths[i], to: widths[i + 1], k: 3, s: stride };
            convs.push(Cbr::new(s, &format!("score.conv{i}"), size)?);
        }
        let mix = Cbr::new(s, "score.mix", Size { from: 128, to: 48, k: 1, s: 1 })?;
        let head = Head::new(s, "score.head", 48, 2)?;
        Ok(Self { convs, mix, head })
    }

    /// Reads a batch [b, 4, side, side]; gives the logits of score > 0 and score > 1 of each cell [b, 2, 9].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut x = if self.convs[0].reads() { pixel_unshuffle_last(x, 2)? } else { pixel_unshuffle(x, 2)? };
        for conv in &self.convs {
            x = conv.forward(&x)?;
        }
        let (b, c, h, w) = x.dims4()?;
        let cells = x.reshape(&[b, c, CELLS, h / CELLS, CELLS, w / CELLS][..])?.mean(5)?.mean(3)?;
        // a cell is judged beside the whole tongue: light and camera are then less in the way
        let whole = cells.mean_keepdim(3)?.mean_keepdim(2)?.broadcast_as(cells.shape())?;
        let cells = Tensor::cat(&[&cells, &whole], 1)?;
        self.head.forward(&self.mix.forward(&cells)?)?.flatten_from(2)
    }
}
