//! Convolution 3x3 with a fraction of the multiplications, after Winograd (Lavin and Gray, Fast Algorithms for Convolutional
//! Neural Networks, 2016).
//!
//! A tile of the picture, two pixels larger than what is computed from it, is spread to numbers each of which meets one
//! number of the spread kernel only; from their sums over the channels the tile's 4 x 4 results are collected. Of 144 products
//! for each pair of channels 36 remain. Rounding costs a few millionths of the largest number.

use super::kernel::{Finish, Kernel, MOST_PIXELS, Work};
use super::lanes::LANES;
use super::tiles::{PLAIN, Picture, SIDE, STEP, Scratch, Tiles, Ways, every_way};

/// Numbers of the tiles that are worked on together, spread and summed: they stay in the cache next to the processor.
const ROOM: usize = 100 << 10;

/// The same number of a few kernels.
type Few = [f64; LANES];

/// A row of each of a few kernels, spread.
fn weights_row([a, b, c]: [Few; 3]) -> [Few; SIDE] {
    let mut out = [[0.; LANES]; SIDE];
    for i in 0..LANES {
        let (even, far) = (a[i] + c[i], a[i] + 4. * c[i]);
        let row = [
            a[i] / 4.,
            -(even + b[i]) / 6.,
            -(even - b[i]) / 6.,
            (far + 2. * b[i]) / 24.,
            (far - 2. * b[i]) / 24.,
            c[i],
        ];
        out.iter_mut().zip(row).for_each(|(out, v)| out[i] = v);
    }
    out
}

/// A kernel's weights, spread.
pub struct Winograd {
    kernel: Kernel,
    ways: Ways,
    /// For each number of a tile, for each of the kernel's blocks of output channels: [in, width].
    weights: Vec<f32>,
}

impl Winograd {
    /// Spreads `w` [to, from, 3, 3]; both counts of channels are multiples of [`LANES`].
    pub fn new(w: &[f32], sizes: (usize, usize), kernel: Kernel) -> Self {
        Self::by(every_way().next().unwrap_or(PLAIN), w, sizes, kernel)
    }

    /// The same, which goes a certain way.
    pub fn by(ways: Ways, w: &[f32], (to, from): (usize, usize), kernel: Kernel) -> Self {
        let blocks = to.div_ceil(kernel.width);
        let mut weights = vec![0f32; SIDE * SIDE * blocks * from * kernel.width];
        let (pairs, frequency) = (w.as_chunks::<9>().0, blocks * from * kernel.width);
        for c in 0..from {
            for o in (0..to).step_by(LANES) {
                let number = |tap: usize| std::array::from_fn(|i| f64::from(pairs[(o + i) * from + c][tap]));
                let row = |i: usize| weights_row([0, 1, 2].map(|j| number(i * 3 + j)));
                let rows = [row(0), row(1), row(2)];
                let first = (o / kernel.width * from + c) * kernel.width + o % kernel.width;
                for j in 0..SIDE {
                    for (i, few) in weights_row(rows.map(|row| row[j])).into_iter().enumerate() {
                        let to = &mut weights[first + (i * SIDE + j) * frequency..][..LANES];
                        to.copy_from_slice(&few.map(|v| v as f32));
                    }
                }
            }
        }
        Self { kernel, ways, weights }
    }

    /// Convolves a picture whose sides are multiples of the tiles', into `out` [h, w, to].
    pub fn forward(&self, picture: Picture<'_>, finish: Finish<'_>, scratch: &mut Scratch, out: &mut [f32]) {
        let (from, frequencies, kernel) = (picture.channels, SIDE * SIDE, self.kernel);
        let width = finish.bias.len().next_multiple_of(kernel.width);
        let across = picture.w / STEP;
        let all = across * (picture.h / STEP);
        let together = (ROOM / (frequencies * (from + width)) / kernel.pixels * kernel.pixels)
            .clamp(kernel.pixels, all.max(kernel.pixels));
        scratch.spread.resize(scratch.spread.len().max(frequencies * together * from), 0.);
        scratch.sums.resize(scratch.sums.len().max(frequencies * together * width), 0.);
        for first in (0..all).step_by(together) {
            let tiles = Tiles { first, count: together.min(all - first), across };
            (self.ways.spread)(picture, tiles, scratch);
            for (frequency, weights) in self.weights.chunks_exact(from * width).enumerate() {
                let x = &scratch.spread[frequency * tiles.count * from..][..tiles.count * from];
                let sums = &mut scratch.sums[frequency * tiles.count * width..][..tiles.count * width];
                for (block, weights) in weights.chunks_exact(from * kernel.width).enumerate() {
                    multiply(kernel, (x, from), weights, (&mut sums[block * kernel.width..], width));
                }
            }
            (self.ways.collect)((&scratch.sums, width), tiles, finish, (out, picture.w));
        }
    }
}

/// Each row of `x`, `from` numbers, times the weights [from, the kernel's width].
fn multiply(kernel: Kernel, (x, from): (&[f32], usize), weights: &[f32], (out, stride): (&mut [f32], usize)) {
    let rows = x.len() / from;
    for (out, first) in out.chunks_mut(kernel.pixels * stride).zip((0..rows).step_by(kernel.pixels)) {
        let pixels: [usize; MOST_PIXELS] = std::array::from_fn(|i| (first + i).min(rows - 1) * from);
        (kernel.sums)(
            &Work { x, pixels: &pixels, runs: &[0], length: from, weights, finish: Finish::NONE },
            out,
            stride,
        );
    }
}
