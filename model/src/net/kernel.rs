//! The inner loop of a convolution, as wide as the processor allows.
//!
//! A pixel's channels lie side by side, and so do the weights of the channels that are computed together: one number of a
//! pixel is multiplied with a vector of weights, and the sums of a few pixels stay in registers until they are done.

use super::lanes::{LANES, runnable};

/// What a kernel adds up: for each of a few pixels, `length` numbers at each of `runs`, each times its row of weights.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The picture.
    pub x: &'a [f32],
    /// Where in `x` each pixel's numbers begin: as many as the kernel takes together.
    pub pixels: &'a [usize],
    /// From there to the first number of each run.
    pub runs: &'a [usize],
    /// Numbers in a run.
    pub length: usize,
    /// For each number of each run, that of each output channel: `runs.len() * length` rows as wide as the kernel.
    pub weights: &'a [f32],
    /// What becomes of the sums.
    pub finish: Finish<'a>,
}

/// What is done with each sum in the end.
#[derive(Clone, Copy)]
pub struct Finish<'a> {
    /// Added to each channel; empty when nothing is.
    pub bias: &'a [f32],
    /// The least that comes out.
    pub least: f32,
}

impl Finish<'_> {
    /// Sums as they are.
    pub const NONE: Self = Self { bias: &[], least: f32::NEG_INFINITY };
}

impl Work<'_> {
    /// The first pixels, when all that a kernel of `width` channels reads for them is there. The loops are then free of
    /// questions, which keep the compiler from holding the sums in registers.
    fn reach<const PIXELS: usize>(&self, width: usize) -> [usize; PIXELS] {
        let Some(pixels) = self.pixels.first_chunk::<PIXELS>() else { panic!("too few pixels") };
        let last = |places: &[usize]| places.iter().copied().max().unwrap_or(0);
        assert!(last(pixels) + last(self.runs) + self.length <= self.x.len(), "the picture is too short");
        assert!(self.runs.len() * self.length * width <= self.weights.len(), "too few weights");
        assert!(self.finish.bias.is_empty() || width <= self.finish.bias.len(), "too few channels have a bias");
        *pixels
    }
}

/// Puts the sums of each pixel into `out`, `stride` numbers apart; of the last pixels nothing, if there is no room for them.
pub type Sums = fn(work: &Work<'_>, out: &mut [f32], stride: usize);

/// A way to compute a few channels of a few pixels.
#[derive(Clone, Copy)]
pub struct Kernel {
    /// Output channels that are computed together.
    pub width: usize,
    /// Pixels that are computed together.
    pub pixels: usize,
    /// The loop itself.
    pub sums: Sums,
}

/// Most pixels that any kernel takes.
pub const MOST_PIXELS: usize = 12;
/// Pixels that every kernel takes in whole groups.
pub const TOGETHER: usize = 24;
/// Widest kernel.
pub const WIDEST: usize = 64;

/// For any processor.
static PLAIN: [Kernel; 1] = [Kernel { width: 8, pixels: 4, sums: sums::<8, 4> }];

/// The best kernel of this processor for `channels` output channels: the one that wastes least, of those the widest.
pub fn kernel(channels: usize) -> Kernel {
    let waste = |kernel: &&Kernel| (channels.next_multiple_of(kernel.width), WIDEST - kernel.width);
    // the first list is the fastest; none is empty
    kernels().next().and_then(|list| list.iter().min_by_key(waste)).copied().unwrap_or(PLAIN[0])
}

/// The best kernels of this processor that share `channels` output channels: as few as can, because a wide one reads less for
/// each sum, and as even ones.
pub fn cover(channels: usize) -> Vec<Kernel> {
    shared(kernels().next().unwrap_or(&PLAIN), channels)
}

/// The same of a list, which holds every multiple of its narrowest width up to its widest.
fn shared(list: &[Kernel], channels: usize) -> Vec<Kernel> {
    let widths = || list.iter().map(|kernel| kernel.width);
    let (narrowest, widest) = (widths().min().unwrap_or(LANES), widths().max().unwrap_or(LANES));
    let (count, units) = (channels.div_ceil(widest), channels.div_ceil(narrowest));
    let width = |i: usize| ((i + 1) * units / count - i * units / count) * narrowest;
    (0..count).filter_map(|i| list.iter().find(|kernel| kernel.width == width(i)).copied()).collect()
}

/// The kernels that this processor can run, the fastest list first.
pub fn kernels() -> impl Iterator<Item = &'static [Kernel]> {
    #[cfg(target_arch = "x86_64")]
    let special = [x86::AVX512.as_slice(), &x86::AVX2];
    #[cfg(not(target_arch = "x86_64"))]
    let special = [];
    runnable(special).chain([PLAIN.as_slice()])
}

/// `WIDTH` channels for each of `PIXELS` pixels: constant, so that all sums stay in registers.
fn sums<const WIDTH: usize, const PIXELS: usize>(work: &Work<'_>, out: &mut [f32], stride: usize) {
    let Some(pixels) = work.pixels.first_chunk::<PIXELS>() else { panic!("too few pixels") };
    let mut sums = [*work.finish.bias.first_chunk().unwrap_or(&[0f32; WIDTH]); PIXELS];
    for (run, weights) in work.runs.iter().zip(work.weights.chunks_exact(work.length * WIDTH)) {
        for (i, weights) in weights.as_chunks::<WIDTH>().0.iter().enumerate() {
            for (sums, at) in sums.iter_mut().zip(pixels) {
                let x = work.x[at + run + i];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
        }
    }
    let mut rows = out.chunks_mut(stride);
    for sums in sums {
        let Some(out) = rows.next() else { break };
        let least = work.finish.least;
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = if sum < least { least } else { sum });
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "instructions that not every processor has: `kernels` gives these functions out after it has asked for them"
)]
mod x86 {
    use std::arch::x86_64::{
        _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps,
        _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
    };

    use super::{Finish, Kernel, Work};

    pub static AVX512: [Kernel; 4] = [
        Kernel { width: 64, pixels: 6, sums: avx512::<4, 6> },
        Kernel { width: 48, pixels: 8, sums: avx512::<3, 8> },
        Kernel { width: 32, pixels: 12, sums: avx512::<2, 12> },
        Kernel { width: 16, pixels: 12, sums: avx512::<1, 12> },
    ];
    pub static AVX2: [Kernel; 2] =
        [Kernel { width: 16, pixels: 6, sums: avx2::<2, 6> }, Kernel { width: 8, pixels: 8, sums: avx2::<1, 8> }];

    /// [`super::sums`] by hand: the compiler uses half of the width, or none.
    macro_rules! by_hand {
        ($name:ident, $features:literal, $lanes:literal, $zero:ident, $load:ident, $set:ident, $add:ident, $max:ident,
         $store:ident) => {
            fn $name<const VECTORS: usize, const PIXELS: usize>(work: &Work<'_>, out: &mut [f32], stride: usize) {
                #[target_feature(enable = $features)]
                fn with_features<const VECTORS: usize, const PIXELS: usize>(
                    work: &Work<'_>,
                    out: &mut [f32],
                    stride: usize,
                ) {
                    let (width, length) = ($lanes * VECTORS, work.length);
                    let pixels = work.reach::<PIXELS>(width);
                    let Finish { bias, least } = work.finish;
                    let mut first = [$zero(); VECTORS];
                    if !bias.is_empty() {
                        for (v, first) in first.iter_mut().enumerate() {
                            // SAFETY: `reach` has seen that it is as long as the kernel is wide
                            *first = unsafe { $load(bias.as_ptr().add($lanes * v)) };
                        }
                    }
                    let (mut sums, least) = ([first; PIXELS], $set(least));
                    let mut weights = work.weights.as_ptr();
                    for run in work.runs {
                        let mut x = [work.x.as_ptr(); PIXELS];
                        for (x, at) in x.iter_mut().zip(pixels) {
                            *x = x.wrapping_add(at + run);
                        }
                        for i in 0..length {
                            let mut row = [$zero(); VECTORS];
                            for (v, row) in row.iter_mut().enumerate() {
                                // SAFETY: `reach` has seen that there are so many weights
                                *row = unsafe { $load(weights.add($lanes * v)) };
                            }
                            weights = weights.wrapping_add(width);
                            for p in 0..PIXELS {
                                // SAFETY: `reach` has seen that the picture reaches so far
                                let x = $set(unsafe { *x[p].add(i) });
                                for v in 0..VECTORS {
                                    sums[p][v] = $add(x, row[v], sums[p][v]);
                                }
                            }
                        }
                    }
                    let mut rows = out.chunks_mut(stride);
                    // one by one: sums that are picked in a loop would lie in memory from the beginning
                    for sums in sums {
                        let Some(out) = rows.next() else { break };
                        assert!(out.len() >= width, "the result is too short");
                        for (v, sum) in sums.into_iter().enumerate() {
                            // of what is no number the second is taken: it is not hidden
                            let sum = $max(least, sum);
                            // SAFETY: there is room for all vectors
                            unsafe { $store(out.as_mut_ptr().add($lanes * v), sum) };
                        }
                    }
                }
                // SAFETY: the processor has the instructions
                unsafe { with_features::<VECTORS, PIXELS>(work, out, stride) }
            }
        };
    }

    by_hand!(
        avx512,
        "avx2,fma,avx512f,avx512vl",
        16,
        _mm512_setzero_ps,
        _mm512_loadu_ps,
        _mm512_set1_ps,
        _mm512_fmadd_ps,
        _mm512_max_ps,
        _mm512_storeu_ps
    );
    by_hand!(
        avx2,
        "avx2,fma",
        8,
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_max_ps,
        _mm256_storeu_ps
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_share_channels_evenly() {
        for list in kernels() {
            let narrowest = list.iter().map(|kernel| kernel.width).min().unwrap();
            for channels in 1..300 {
                let widths: Vec<usize> = shared(list, channels).iter().map(|kernel| kernel.width).collect();
                assert_eq!(
                    widths.iter().sum::<usize>(),
                    channels.next_multiple_of(narrowest),
                    "{channels}: {widths:?}"
                );
                assert!(widths.iter().max().unwrap() - widths.iter().min().unwrap() <= narrowest, "{widths:?}");
            }
            assert!(list.iter().all(|kernel| TOGETHER.is_multiple_of(kernel.pixels)));
        }
    }
}
