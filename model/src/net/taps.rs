//! The loops of a convolution of each channel by itself: a picture's channels side by side, so that some of them fill a vector.

use super::lanes::{LANES, Lanes, Plain};

/// Channels that are computed together: their number must be a multiple of it.
pub const TOGETHER: usize = 2 * LANES;
/// Widest kernel.
pub const WIDEST: usize = 5;

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
    pub fn pad(self, x: &[f32], padded: &mut Vec<f32>) {
        let border = self.k / 2;
        padded.resize(self.stride() * (self.h + 2 * border), 0.);
        let mut rows = x.chunks_exact(self.w * self.c);
        for (y, to) in padded.chunks_exact_mut(self.stride()).enumerate() {
            let row = if (border..border + self.h).contains(&y) { rows.next().unwrap_or_default() } else { &[] };
            // what the scratch held before is only written over where it must be
            let (left, rest) = to.split_at_mut(if row.is_empty() { 0 } else { border * self.c });
            left.fill(0.);
            rest[..row.len()].copy_from_slice(row);
            rest[row.len()..].fill(0.);
        }
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

    /// `out` [h', w', c] of the padded picture.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
    fn forward<L: Lanes>(self, padded: &[f32], Layer { w, bias, least }: Layer<'_>, out: &mut [f32]) {
        let taps = self.taps();
        for (at, out) in self.places().zip(out.chunks_exact_mut(self.c)) {
            for c in (0..self.c).step_by(TOGETHER) {
                // two sums, so that one need not wait for the other
                let mut sums = [L::of(&bias[c..]), L::of(&bias[c + LANES..])];
                for (tap, from) in taps.iter().enumerate() {
                    let (x, w) = (&padded[at + from + c..][..TOGETHER], &w[tap * self.c + c..][..TOGETHER]);
                    sums[0] = sums[0].plus_product(L::of(x), L::of(w));
                    sums[1] = sums[1].plus_product(L::of(&x[LANES..]), L::of(&w[LANES..]));
                }
                sums[0].at_least(least).put(&mut out[c..]);
                sums[1].at_least(least).put(&mut out[c + LANES..]);
            }
        }
    }

    /// Adds the gradient of the result to that of the padded picture, and gives that of the weights.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
    fn backward<L: Lanes>(self, Back { padded, w, pull }: Back<'_>, dx: &mut [f32], dw: &mut [f32]) {
        let taps = self.taps();
        for c in (0..self.c).step_by(LANES) {
            let mut sums = [L::of(&[0.; LANES]); WIDEST * WIDEST];
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

/// The two loops, for the best instructions that this processor has.
#[derive(Clone, Copy)]
pub struct Loops {
    pub forward: fn(Geometry, &[f32], Layer<'_>, &mut [f32]),
    pub backward: fn(Geometry, Back<'_>, &mut [f32], &mut [f32]),
}

/// For any processor.
pub const PLAIN: Loops = Loops { forward: Geometry::forward::<Plain>, backward: Geometry::backward::<Plain> };

/// The loops of this processor.
pub fn loops() -> Loops {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        return x86::LOOPS;
    }
    PLAIN
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that not every processor has: `loops` gives these out after it has asked")]
mod x86 {
    use super::super::lanes::Wide;
    use super::{Back, Geometry, Layer, Loops};

    pub const LOOPS: Loops = Loops {
        forward: |geometry, padded, layer, out| {
            #[target_feature(enable = "avx2,fma")]
            fn wide(geometry: Geometry, padded: &[f32], layer: Layer<'_>, out: &mut [f32]) {
                geometry.forward::<Wide>(padded, layer, out);
            }
            // SAFETY: the processor has the instructions
            unsafe { wide(geometry, padded, layer, out) }
        },
        backward: |geometry, back, dx, dw| {
            #[target_feature(enable = "avx2,fma")]
            fn wide(geometry: Geometry, back: Back<'_>, dx: &mut [f32], dw: &mut [f32]) {
                geometry.backward::<Wide>(back, dx, dw);
            }
            // SAFETY: the processor has the instructions
            unsafe { wide(geometry, back, dx, dw) }
        },
    };
}
