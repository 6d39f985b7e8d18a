//! Convolution 3x3 in training: the loops that reading uses, for values and both gradients.

use super::direct::Direct;
use super::kernel::{Finish, MOST_PIXELS, WIDEST, Work, kernel};
use super::lanes::LANES;
use super::slices;

const TAPS: usize = 9;

/// A convolution 3x3 for one step.
pub struct Packed {
    from: usize,
    to: usize,
    s: usize,
    weights: Vec<f32>,
}

/// A padded picture, split by remainder modulo the stride into planes whose neighbours are what the kernel steps over.
#[derive(Clone, Copy)]
struct Padded {
    rows: usize,
    cols: usize,
    s: usize,
}

impl Padded {
    /// Place of a pixel, with the border counted, in its channel.
    fn place(self, y: usize, x: usize) -> usize {
        ((y % self.s * self.s + x % self.s) * self.rows + y / self.s) * self.cols + x / self.s
    }

    fn channel(self) -> usize {
        self.s * self.s * self.rows * self.cols
    }

    /// Copies the channels of `w` columns and `h` rows.
    fn copy(self, x: &[f32], (h, w): (usize, usize)) -> Vec<f32> {
        let mut out = vec![0f32; x.len() / (h * w) * self.channel()];
        for (plane, to) in x.chunks_exact(h * w).zip(out.chunks_exact_mut(self.channel())) {
            for (y, row) in plane.chunks_exact(w).enumerate() {
                for phase in 0..self.s.min(w) {
                    let to = &mut to[self.place(y + 1, phase + 1)..];
                    if self.s == 1 {
                        to[..w].copy_from_slice(row);
                    } else {
                        let picked = row[phase..].iter().step_by(self.s);
                        to.iter_mut().zip(picked).for_each(|(to, v)| *to = *v);
                    }
                }
            }
        }
        out
    }
}

impl Packed {
    /// The convolution with `weights` [to, from, k, k]; none for sizes that the loops are not made for.
    pub fn new(weights: &[f32], [to, from, k, s]: [usize; 4]) -> Option<Self> {
        let fits = k == 3 && s <= 2 && from.is_multiple_of(LANES) && to.is_multiple_of(LANES);
        fits.then(|| Self { from, to, s, weights: weights.to_vec() })
    }

    /// From pictures to what is computed from them.
    pub fn forward(&self) -> Direct {
        Direct::once(self.weights.clone(), [self.to, self.from, 3, self.s])
    }

    /// From gradients of what was computed to those of the pictures: the convolution with the kernels turned by half; none with a
    /// stride.
    pub fn backward(&self) -> Option<Direct> {
        if self.s != 1 {
            return None;
        }
        let mut turned = vec![0f32; self.weights.len()];
        for (pair, g) in self.weights.as_chunks::<TAPS>().0.iter().enumerate() {
            let at = (pair % self.from * self.to + pair / self.from) * TAPS;
            turned[at..at + TAPS].iter_mut().zip(g.iter().rev()).for_each(|(to, v)| *to = *v);
        }
        Some(Direct::once(turned, [self.from, self.to, 3, 1]))
    }

    /// The gradient of the weights [to, from, 3, 3] from a picture [from, h, w] and the gradient of what was computed.
    pub fn weights_gradient(&self, x: &[f32], (h, w): (usize, usize), gradient: &[f32]) -> Vec<f32> {
        let (kernel, oh, ow) = (kernel(self.to), h.div_ceil(self.s), w.div_ceil(self.s));
        let reach = 2 / self.s;
        let layout = Padded { rows: oh + reach, cols: ow + reach, s: self.s };
        let padded = layout.copy(x, (h, w));
        // what the sums run along lies side by side in the picture; the gradients of a pixel are the row of weights
        let runs: Vec<usize> = (0..oh).map(|y| y * layout.cols).collect();
        let rows = self.from * TAPS;
        let place = |row: usize| row / TAPS * layout.channel() + layout.place(row % TAPS / 3, row % 3);
        let mut out = vec![0f32; self.to * rows];
        let mut sums = [0f32; MOST_PIXELS * WIDEST];
        let mut block = vec![0f32; oh * ow * kernel.width];
        for (channels, out) in gradient.chunks(kernel.width * oh * ow).zip(out.chunks_mut(kernel.width * rows)) {
            slices::turn_into(channels, channels.len() / (oh * ow), (&mut block, kernel.width));
            for first in (0..rows).step_by(kernel.pixels) {
                let pixels: [usize; MOST_PIXELS] = std::array::from_fn(|i| place((first + i).min(rows - 1)));
                let work = Work {
                    x: &padded,
                    pixels: &pixels,
                    runs: &runs,
                    length: ow,
                    weights: &block,
                    finish: Finish::NONE,
                };
                (kernel.sums)(&work, &mut sums, kernel.width);
                for (row, sums) in (first..rows).zip(sums.chunks_exact(kernel.width).take(kernel.pixels)) {
                    out.iter_mut().skip(row).step_by(rows).zip(sums).for_each(|(to, sum)| *to = *sum);
                }
            }
        }
        out
    }
}
