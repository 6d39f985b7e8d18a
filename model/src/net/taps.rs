//! The loops of a convolution of each channel by itself: a picture's channels side by side, so that some of them fill a vector.

use super::lanes::{LANES, Lanes, Plain, runnable};
use super::slices;

/// Channels that are computed together: their number must be a multiple of it.
pub const TOGETHER: usize = 2 * LANES;
/// Sides of the kernels that there are loops for.
pub const SIDES: [usize; 3] = [1, 3, WIDEST];
/// The widest of these.
const WIDEST: usize = 5;
/// Numbers in a line of the cache.
const LINE: usize = 16;

/// Sizes of one picture's convolution.
#[derive(Clone, Copy)]
pub struct Geometry {
    pub c: usize,
    pub h: usize,
    pub w: usize,
    pub k: usize,
    pub s: usize,
}

impl Geometry {
    /// Of a picture [b, c, h, w] and weights [c, 1, k, k].
    pub fn new(x: &[usize], w: &[usize], s: usize) -> Self {
        Self { c: x[1], h: x[2], w: x[3], k: w[2], s }
    }

    /// Height and width of the result.
    pub fn out(self) -> (usize, usize) {
        (self.h.div_ceil(self.s), self.w.div_ceil(self.s))
    }

    /// Numbers of a row with its border.
    fn stride(self) -> usize {
        (self.w + self.k / 2 * 2) * self.c
    }

    /// The picture [h, w, c] with a border of zeros.
    pub fn pad<'a>(self, x: &[f32], memory: &'a mut Vec<f32>) -> &'a [f32] {
        slices::pad(x, [self.h, self.w, self.c], self.k / 2, memory)
    }

    /// The picture without its border.
    pub fn crop(self, padded: &[f32], x: &mut [f32]) {
        let border = self.k / 2;
        for (row, from) in x.chunks_exact_mut(self.w * self.c).zip(padded.chunks_exact(self.stride()).skip(border)) {
            row.copy_from_slice(&from[border * self.c..][..row.len()]);
        }
    }

    /// Where the first number under the kernel lies in the padded picture, place by place of the result.
    fn places(self) -> impl Iterator<Item = usize> {
        let (oh, ow) = self.out();
        (0..oh * ow).map(move |at| at / ow * self.s * self.stride() + at % ow * self.s * self.c)
    }

    /// From there to each number under it.
    fn taps(self) -> Vec<usize> {
        (0..self.k * self.k).map(|tap| tap / self.k * self.stride() + tap % self.k * self.c).collect()
    }

    /// `out` [h', w', c] of the picture [h, w, c].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
    fn forward<L: Lanes>(self, x: &[f32], layer: Layer<'_>, ring: &mut Vec<f32>, out: &mut [f32]) {
        // the count of taps is known to the compiler, so that their weights stay in registers
        match self.k {
            1 => self.rows::<L, 1>(x, layer, ring, out),
            3 => self.rows::<L, 3>(x, layer, ring, out),
            _ => self.rows::<L, WIDEST>(x, layer, ring, out),
        }
    }

    /// The same with kernels of `K` x `K`. Only the rows under the kernel have borders at a time, in a ring of them: they stay in
    /// the cache next to the processor, which a padded picture would not.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
    #[expect(unsafe_code, reason = "the assertion keeps what is read in bounds")]
    fn rows<L: Lanes, const K: usize>(
        self,
        x: &[f32],
        Layer { w, bias, least }: Layer<'_>,
        ring: &mut Vec<f32>,
        out: &mut [f32],
    ) {
        let (border, stride, step) = (K / 2 * self.c, self.stride(), self.s * self.c);
        let ring = slices::room(ring, K * stride + LINE);
        // a vector that lies across two lines of the cache takes two reads
        let first = ring.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        let ring = &mut ring[first..][..K * stride];
        for row in ring.chunks_exact_mut(stride) {
            row[..border].fill(0.);
            row[stride - border..].fill(0.);
        }
        let mut lines = x.chunks_exact(self.w * self.c);
        // rows with their borders that are in the ring, or were
        let mut ready = 0;
        for (y, out) in out.chunks_exact_mut(self.out().1 * self.c).enumerate() {
            for row in ready..y * self.s + K {
                let to = &mut ring[row % K * stride + border..][..self.w * self.c];
                match if row < K / 2 { None } else { lines.next() } {
                    Some(line) => to.copy_from_slice(line),
                    None => to.fill(0.),
                }
            }
            ready = y * self.s + K;
            for c in (0..self.c).step_by(L::COUNT) {
                let weights: [[L; K]; K] =
                    std::array::from_fn(|i| std::array::from_fn(|j| L::of(&w[(i * K + j) * self.c + c..])));
                let bias = L::of(&bias[c..]);
                let rows: [&[f32]; K] =
                    std::array::from_fn(|i| &ring[(y * self.s + i) % K * stride + c..][..stride - c]);
                assert!(
                    (out.len() / self.c - 1) * step + (K - 1) * self.c + L::COUNT <= stride - c,
                    "the picture is too narrow"
                );
                for (x, out) in out.chunks_exact_mut(self.c).enumerate() {
                    let mut sum = bias;
                    for (row, weights) in rows.iter().zip(&weights) {
                        for (j, weight) in weights.iter().enumerate() {
                            // SAFETY: the last of these places was seen to lie in the row
                            let x = unsafe { L::at(row.as_ptr().add(x * step + j * self.c)) };
                            sum = sum.plus_product(x, *weight);
                        }
                    }
                    sum.at_least(least).put(&mut out[c..]);
                }
            }
        }
    }

    /// Adds the gradient of the result to that of the padded picture, and gives that of the weights.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
    fn backward<L: Lanes>(self, Back { padded, w, pull }: Back<'_>, dx: &mut [f32], dw: &mut [f32]) {
        let taps = self.taps();
        for c in (0..self.c).step_by(L::COUNT) {
            let mut sums = [L::of(&[]); WIDEST * WIDEST];
            for (at, pull) in self.places().zip(pull.chunks_exact(self.c)) {
                let pull = L::of(&pull[c..]);
                for (tap, (from, sum)) in taps.iter().zip(&mut sums).enumerate() {
                    let place = at + from + c;
                    *sum = sum.plus_product(pull, L::of(&padded[place..]));
                    let dx = &mut dx[place..];
                    L::of(dx).plus_product(pull, L::of(&w[tap * self.c + c..])).put(dx);
                }
            }
            for (tap, sum) in sums.into_iter().take(taps.len()).enumerate() {
                sum.put(&mut dw[tap * self.c + c..]);
            }
        }
    }
}

/// Weights [k, k, c], what is added to their sums, and the least that is left of these.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    pub w: &'a [f32],
    pub bias: &'a [f32],
    pub least: f32,
}

/// The padded picture, weights [k, k, c], and the gradient [h', w', c] of the result.
#[derive(Clone, Copy)]
pub struct Back<'a> {
    pub padded: &'a [f32],
    pub w: &'a [f32],
    pub pull: &'a [f32],
}

/// The two loops, for the best instructions that this processor has. The first is given memory to work in, whatever that holds.
#[derive(Clone, Copy)]
pub struct Loops {
    pub forward: fn(Geometry, &[f32], Layer<'_>, &mut Vec<f32>, &mut [f32]),
    pub backward: fn(Geometry, Back<'_>, &mut [f32], &mut [f32]),
}

/// For any processor.
const PLAIN: Loops = Loops { forward: Geometry::forward::<Plain>, backward: Geometry::backward::<Plain> };

/// The loops of this processor.
pub fn loops() -> Loops {
    every_loop().next().unwrap_or(PLAIN)
}

/// The loops that this processor can run, the fastest first.
pub fn every_loop() -> impl Iterator<Item = Loops> {
    #[cfg(target_arch = "x86_64")]
    let special = [x86::AVX512, x86::AVX2];
    #[cfg(not(target_arch = "x86_64"))]
    let special = [];
    runnable(special).chain([PLAIN])
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "instructions that not every processor has: `every_loop` gives these out after it has asked"
)]
mod x86 {
    use super::super::lanes::{Wide, Widest};
    use super::{Back, Geometry, Layer, Loops};

    macro_rules! loops {
        ($name:ident, $lanes:ident, $features:literal) => {
            pub const $name: Loops = Loops {
                forward: |geometry, x, layer, ring, out| {
                    #[target_feature(enable = $features)]
                    fn wide(g: Geometry, x: &[f32], layer: Layer<'_>, ring: &mut Vec<f32>, out: &mut [f32]) {
                        g.forward::<$lanes>(x, layer, ring, out);
                    }
                    // SAFETY: the processor has the instructions
                    unsafe { wide(geometry, x, layer, ring, out) }
                },
                backward: |geometry, back, dx, dw| {
                    #[target_feature(enable = $features)]
                    fn wide(geometry: Geometry, back: Back<'_>, dx: &mut [f32], dw: &mut [f32]) {
                        geometry.backward::<$lanes>(back, dx, dw);
                    }
                    // SAFETY: the processor has the instructions
                    unsafe { wide(geometry, back, dx, dw) }
                },
            };
        };
    }

    loops!(AVX512, Widest, "avx2,fma,avx512f,avx512vl");
    loops!(AVX2, Wide, "avx2,fma");
}
