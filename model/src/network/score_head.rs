//! The score head: coating of nine cells from features pooled over tongue and cell.

use candle_core::{D, Device, Result, Tensor};
use candle_nn::{Linear, Module};
use cpu_nn::VarBuilder;

use crate::outline::bounds_where;

/// Cells of the grid, row by row from the root of the tongue.
pub const CELLS: usize = 9;
/// Rows of the grid. The head gets a cell's row, but not its column.
const ROWS: usize = 3;
/// Keeps the gradient of a standard deviation finite if a cell is uniform.
const VARIANCE_FLOOR: f64 = 1e-6;

/// The share of each feature that belongs to each cell, and to the whole tongue.
pub struct CellWeights {
    /// For each level `[b, 9, h * w]`; rows sum to 1, or are 0 if a cell is empty.
    pub cells: Vec<Tensor>,
    /// For each level `[b, 1, h * w]`, likewise for the whole tongue.
    tongue: Vec<Tensor>,
}

impl CellWeights {
    /// Creates the weights of a 3x3 grid over the upright bounding box of each mask.
    ///
    /// `masks` contain 1 on the tongue and 0 elsewhere, `side * side` values each; `levels` are the sides of the
    /// feature maps, which must divide `side`.
    ///
    /// # Errors
    /// Fails when a mask has another size.
    pub fn new(masks: &[Vec<f32>], side: usize, levels: &[usize], device: &Device) -> Result<Self> {
        let (mut cells, mut tongue) = (Vec::new(), Vec::new());
        for &level in levels {
            let size = level * level;
            let mut data = vec![0f32; masks.len() * CELLS * size];
            for (mask, data) in masks.iter().zip(data.chunks_exact_mut(CELLS * size)) {
                if mask.len() != side * side || !side.is_multiple_of(level) {
                    candle_core::bail!("a mask of {} values has no cells on a map of {level}", mask.len());
                }
                pool_cells(mask, side, level, data);
            }
            let mut whole = vec![0f32; masks.len() * size];
            for (whole, data) in whole.chunks_exact_mut(size).zip(data.chunks_exact(CELLS * size)) {
                for cell in data.chunks_exact(size) {
                    whole.iter_mut().zip(cell).for_each(|(sum, v)| *sum += v);
                }
            }
            data.chunks_exact_mut(size).for_each(normalize);
            whole.chunks_exact_mut(size).for_each(normalize);
            cells.push(Tensor::from_vec(data, (masks.len(), CELLS, size), device)?);
            tongue.push(Tensor::from_vec(whole, (masks.len(), 1, size), device)?);
        }
        Ok(Self { cells, tongue })
    }

    /// Returns the tongue's mean features `[b, c]` on the coarsest level.
    ///
    /// # Errors
    /// Fails when the weights are for another batch size or side.
    pub fn pool_tongue(&self, levels: &[Tensor]) -> Result<Tensor> {
        let (Some(level), Some(tongue)) = (levels.last(), self.tongue.last()) else {
            candle_core::bail!("the encoder has no levels")
        };
        tongue.matmul(&level.flatten_from(2)?.transpose(1, 2)?.contiguous()?)?.squeeze(1)
    }
}

fn normalize(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= sum + 1e-6;
    }
}

/// Adds each of the tongue's pixels to its cell's feature, as a share of the feature's pixels.
fn pool_cells(mask: &[f32], side: usize, level: usize, cells: &mut [f32]) {
    let Some([left, top, right, bottom]) = bounds_where(mask, side, |v| *v > 0.) else { return };
    let step = side / level;
    let share = 1. / (step * step) as f32;
    let cell_of = |at: usize, from: usize, to: usize| ((at - from) * 3 / (to - from)).min(2);
    for y in top..bottom {
        let row = cell_of(y, top, bottom);
        for x in left..right {
            let value = mask[y * side + x];
            if value > 0. {
                let cell = row * 3 + cell_of(x, left, right);
                cells[cell * level * level + y / step * level + x / step] += value * share;
            }
        }
    }
}

/// Two layers over the mean and standard deviation of each cell's features, the tongue's mean features, and the cell's
/// row.
pub struct ScoreHead {
    hidden: Linear,
    output: Linear,
}

impl ScoreHead {
    /// Builds the head from `hidden.*` and `output.*` for maps of so many channels, finest first.
    /// Builds the head from `hidden.*` and `output.*` for maps with these channels, finest first.
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn new(channels: &[usize], width: usize, vb: &VarBuilder<'_>) -> Result<Self> {
        // the tongue's mean of the finest map adds too little to be worth its weights
        let inputs = 2 * channels.iter().sum::<usize>() + channels[1..].iter().sum::<usize>() + ROWS;
        Ok(Self {
            hidden: candle_nn::linear(inputs, width, vb.pp("hidden"))?,
            output: candle_nn::linear(width, 2, vb.pp("output"))?,
        })
    }

    /// Returns the ordinal logits `[b, 9, 2]`.
    ///
    /// # Errors
    /// Fails when the weights do not match the levels.
    pub fn forward(&self, levels: &[Tensor], weights: &CellWeights, dropout: Option<&Tensor>) -> Result<Tensor> {
        let mut parts = Vec::new();
        for (i, level) in levels.iter().enumerate() {
            let features = level.flatten_from(2)?.transpose(1, 2)?.contiguous()?;
            let mean = weights.cells[i].matmul(&features)?;
            let variance = (weights.cells[i].matmul(&features.sqr()?)? - mean.sqr()?)?;
            let deviation = (variance.relu()? + VARIANCE_FLOOR)?.sqrt()?;
            parts.extend([mean, deviation]);
            if i > 0 {
                let tongue = weights.tongue[i].matmul(&features)?;
                let (b, _, c) = tongue.dims3()?;
                parts.push(tongue.broadcast_as((b, CELLS, c))?.contiguous()?);
            }
        }
        let (b, _, _) = parts[0].dims3()?;
        let rows: Vec<f32> = (0..CELLS).flat_map(|cell| (0..ROWS).map(move |row| f32::from(cell / 3 == row))).collect();
        let rows = Tensor::from_vec(rows, (1, CELLS, ROWS), levels[0].device())?;
        parts.push(rows.broadcast_as((b, CELLS, ROWS))?.contiguous()?);
        let inputs = Tensor::cat(&parts, D::Minus1)?;
        let mut hidden = self.hidden.forward(&inputs)?.relu()?;
        if let Some(dropout) = dropout {
            hidden = (hidden * dropout)?;
        }
        self.output.forward(&hidden)
    }
}
