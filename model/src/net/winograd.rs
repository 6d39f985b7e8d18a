//! Convolution 3x3 with a fraction of the multiplications, after Winograd (Lavin and Gray, Fast Algorithms for Convolutional
//! Neural Networks, 2016).
//!
//! A tile of the picture, two pixels larger than what is computed from it, is spread to numbers each of which meets one
//! number of the spread kernel only; from their sums over the channels the tile's 4 x 4 results are collected. Of 144 products
//! for each pair of channels 36 remain. Rounding costs a few millionths of the largest number.

use super::kernel::{Kernel, MOST_PIXELS, Work};
#[cfg(target_arch = "x86_64")]
use super::lanes::Wide;
use super::lanes::{LANES, Lanes, Plain};

/// Numbers of the tiles that are worked on together, spread and summed: they stay in the cache next to the processor.
const ROOM: usize = 100 << 10;

/// Numbers of a row of a tile, with its border.
const SIDE: usize = 6;
/// Results of a row of a tile.
pub const STEP: usize = 4;

/// A row of a tile, spread.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn spread_row<L: Lanes>([a, b, c, d, e, f]: [L; SIDE]) -> [L; SIDE] {
    let (even, odd) = (e.minus(c.times(4.)), d.minus(b.times(4.)));
    let (far, near) = (e.minus(c), d.minus(b).times(2.));
    [
        a.times(4.).minus(c.times(5.)).plus(e),
        even.plus(odd),
        even.minus(odd),
        far.plus(near),
        far.minus(near),
        b.times(4.).minus(d.times(5.)).plus(f),
    ]
}

/// The results of a row of sums.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn collect_row<L: Lanes>([a, b, c, d, e, f]: [L; SIDE]) -> [L; STEP] {
    let (near, far) = (b.plus(c), d.plus(e));
    let (near_odd, far_odd) = (b.minus(c), d.minus(e));
    [
        a.plus(near).plus(far),
        near_odd.plus(far_odd.times(2.)),
        near.plus(far.times(4.)),
        near_odd.plus(far_odd.times(8.)).plus(f),
    ]
}

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

/// A picture whose channels lie side by side, as wide and high as what is computed from it.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub x: &'a [f32],
    pub h: usize,
    pub w: usize,
    pub channels: usize,
}

impl Picture<'_> {
    /// The tile that begins before row `y` and column `x`, and the distance of its rows; beyond the border there are zeros.
    fn tile<'a>(&'a self, (y, x): (usize, usize), patch: &'a mut Vec<f32>) -> (&'a [f32], usize) {
        let c = self.channels;
        if y > 0 && x > 0 && y - 1 + SIDE <= self.h && x - 1 + SIDE <= self.w {
            return (&self.x[((y - 1) * self.w + x - 1) * c..], self.w * c);
        }
        patch.clear();
        patch.resize(SIDE * SIDE * c, 0.);
        let (left, right) = (usize::from(x == 0), SIDE.min(self.w + 1 - x));
        for row in usize::from(y == 0)..SIDE.min(self.h + 1 - y) {
            let from = ((y + row - 1) * self.w + x + left - 1) * c;
            let n = (right - left) * c;
            patch[(row * SIDE + left) * c..][..n].copy_from_slice(&self.x[from..from + n]);
        }
        (patch, SIDE * c)
    }
}

/// Memory that is used again: fresh memory for each layer would cost about as much as filling it.
#[derive(Default)]
pub struct Scratch {
    patch: Vec<f32>,
    spread: Vec<f32>,
    sums: Vec<f32>,
}

/// What is done with each sum in the end.
#[derive(Clone, Copy)]
pub struct Finish<'a> {
    /// Added to each channel.
    pub bias: &'a [f32],
    /// The least that comes out.
    pub least: f32,
}

/// Some tiles, in the order of their rows.
#[derive(Clone, Copy)]
struct Tiles {
    first: usize,
    count: usize,
    /// Tiles in a row of the picture.
    across: usize,
}

impl Tiles {
    /// First row and column of what is computed from each.
    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.first..self.first + self.count).map(move |tile| (tile / self.across * STEP, tile % self.across * STEP))
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn spread<L: Lanes>(p: Picture<'_>, tiles: Tiles, scratch: &mut Scratch) {
    let c = p.channels;
    for (place, at) in tiles.places().enumerate() {
        let (x, stride) = p.tile(at, &mut scratch.patch);
        for lane in (0..c).step_by(LANES) {
            let mut d = [[L::of(&[]); SIDE]; SIDE];
            for (i, d) in d.iter_mut().enumerate() {
                for (j, d) in d.iter_mut().enumerate() {
                    *d = L::of(&x[i * stride + j * c + lane..][..LANES]);
                }
                *d = spread_row(*d);
            }
            for j in 0..SIDE {
                let mut column = [d[0][j]; SIDE];
                for (v, d) in column.iter_mut().zip(&d) {
                    *v = d[j];
                }
                for (i, v) in spread_row(column).into_iter().enumerate() {
                    v.put(&mut scratch.spread[((i * SIDE + j) * tiles.count + place) * c + lane..][..LANES]);
                }
            }
        }
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn collect<L: Lanes>((sums, width): (&[f32], usize), tiles: Tiles, finish: Finish<'_>, (out, w): (&mut [f32], usize)) {
    let to = finish.bias.len();
    for (place, (y, x)) in tiles.places().enumerate() {
        for lane in (0..to).step_by(LANES) {
            let bias = L::of(&finish.bias[lane..][..LANES]);
            let mut rows = [[bias; STEP]; SIDE];
            for (i, row) in rows.iter_mut().enumerate() {
                let mut d = [bias; SIDE];
                for (j, d) in d.iter_mut().enumerate() {
                    *d = L::of(&sums[((i * SIDE + j) * tiles.count + place) * width + lane..][..LANES]);
                }
                *row = collect_row(d);
            }
            for j in 0..STEP {
                let mut column = [bias; SIDE];
                for (v, row) in column.iter_mut().zip(&rows) {
                    *v = row[j];
                }
                for (i, v) in collect_row(column).into_iter().enumerate() {
                    v.plus(bias).at_least(finish.least).put(&mut out[((y + i) * w + x + j) * to + lane..][..LANES]);
                }
            }
        }
    }
}

type Spread = fn(Picture<'_>, Tiles, &mut Scratch);
type Collect = fn((&[f32], usize), Tiles, Finish<'_>, (&mut [f32], usize));

/// The fastest ways of this processor.
fn ways() -> (Spread, Collect) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        return (x86::spread, x86::collect);
    }
    (spread::<Plain>, collect::<Plain>)
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "instructions that not every processor has: `ways` gives these functions out after it has asked for them"
)]
mod x86 {
    use super::{Finish, Picture, Scratch, Tiles, Wide};

    pub fn spread(p: Picture<'_>, tiles: Tiles, scratch: &mut Scratch) {
        #[target_feature(enable = "avx2,fma")]
        fn with_features(p: Picture<'_>, t: Tiles, s: &mut Scratch) {
            super::spread::<Wide>(p, t, s);
        }
        // SAFETY: the processor has the instructions
        unsafe { with_features(p, tiles, scratch) }
    }

    pub fn collect(sums: (&[f32], usize), tiles: Tiles, finish: Finish<'_>, out: (&mut [f32], usize)) {
        #[target_feature(enable = "avx2,fma")]
        fn with_features(sums: (&[f32], usize), tiles: Tiles, finish: Finish<'_>, out: (&mut [f32], usize)) {
            super::collect::<Wide>(sums, tiles, finish, out);
        }
        // SAFETY: the processor has the instructions
        unsafe { with_features(sums, tiles, finish, out) }
    }
}

/// A kernel's weights, spread.
pub struct Winograd {
    kernel: Kernel,
    spread: Spread,
    collect: Collect,
    /// For each number of a tile, for each of the kernel's blocks of output channels: [in, width].
    weights: Vec<f32>,
}

impl Winograd {
    /// Spreads `w` [to, from, 3, 3]; both counts of channels are multiples of [`LANES`].
    pub fn new(w: &[f32], (to, from): (usize, usize), kernel: Kernel) -> Self {
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
        let (spread, collect) = ways();
        Self { kernel, spread, collect, weights }
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
            (self.spread)(picture, tiles, scratch);
            for (frequency, weights) in self.weights.chunks_exact(from * width).enumerate() {
                let x = &scratch.spread[frequency * tiles.count * from..][..tiles.count * from];
                let sums = &mut scratch.sums[frequency * tiles.count * width..][..tiles.count * width];
                for (block, weights) in weights.chunks_exact(from * kernel.width).enumerate() {
                    multiply(kernel, (x, from), weights, (&mut sums[block * kernel.width..], width));
                }
            }
            (self.collect)((&scratch.sums, width), tiles, finish, (out, picture.w));
        }
    }
}

/// Each row of `x`, `from` numbers, times the weights [from, the kernel's width].
fn multiply(kernel: Kernel, (x, from): (&[f32], usize), weights: &[f32], (out, stride): (&mut [f32], usize)) {
    let rows = x.len() / from;
    for (out, first) in out.chunks_mut(kernel.pixels * stride).zip((0..rows).step_by(kernel.pixels)) {
        let pixels: [usize; MOST_PIXELS] = std::array::from_fn(|i| (first + i).min(rows - 1) * from);
        (kernel.sums)(&Work { x, pixels: &pixels, runs: &[0], length: from, weights }, out, stride);
    }
}
