//! The inner loop of a convolution, as wide as the processor allows.

/// Output channels that are computed together.
pub const ROWS: usize = 6;
/// Most pixels that are computed together.
pub const WIDEST: usize = 64;

/// One number of the kernel of each of [`ROWS`] output channels.
pub type Tap = [f32; ROWS];

/// Fills `out` with `ROWS` rows of as many sums as the kernel is wide: sum i is that of `x[offset + i] * tap`, over all
/// taps.
pub type Kernel = fn(x: &[f32], offsets: &[usize], taps: &[Tap], out: &mut [f32; ROWS * WIDEST]);

/// For any processor.
const PLAIN: (Kernel, usize) = (sums::<8, 2, false>, 16);

/// The fastest kernel of this processor, and its width.
pub fn kernel() -> (Kernel, usize) {
    kernels().next().unwrap_or(PLAIN)
}

/// The kernels that this processor can run, the fastest one first.
pub fn kernels() -> impl Iterator<Item = (Kernel, usize)> {
    #[cfg(target_arch = "x86_64")]
    let special: [Option<(Kernel, usize)>; 2] = [
        is_x86_feature_detected!("avx512f").then_some((x86::avx512, 64)),
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some((x86::avx2, 16)),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let special: [Option<(Kernel, usize)>; 0] = [];
    special.into_iter().flatten().chain([PLAIN])
}

/// Vectors of `LANES` numbers, `VECTORS` of them a row: constant, so that all sums stay in registers.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn sums<const LANES: usize, const VECTORS: usize, const FUSED: bool>(
    x: &[f32],
    offsets: &[usize],
    taps: &[Tap],
    out: &mut [f32; ROWS * WIDEST],
) {
    let mut sums = [[[0f32; LANES]; VECTORS]; ROWS];
    for (offset, tap) in offsets.iter().zip(taps) {
        let x = x[*offset..][..VECTORS * LANES].as_chunks::<LANES>().0;
        for (sums, k) in sums.iter_mut().zip(tap) {
            for (sums, x) in sums.iter_mut().zip(x) {
                for (sum, x) in sums.iter_mut().zip(x) {
                    *sum = if FUSED { x.mul_add(*k, *sum) } else { *sum + x * k };
                }
            }
        }
    }
    for (out, sum) in out.iter_mut().zip(sums.as_flattened().as_flattened()) {
        *out = *sum;
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "instructions that not every processor has: `kernel` gives these functions out after it has asked for them"
)]
mod x86 {
    use std::arch::x86_64::{__m512, _mm512_fmadd_ps, _mm512_set1_ps, _mm512_setzero_ps};
    use std::mem::transmute;

    use super::{ROWS, Tap, WIDEST};

    const VECTORS: usize = WIDEST / 16;

    pub fn avx2(x: &[f32], offsets: &[usize], taps: &[Tap], out: &mut [f32; ROWS * WIDEST]) {
        #[target_feature(enable = "avx2,fma")]
        fn with_features(x: &[f32], offsets: &[usize], taps: &[Tap], out: &mut [f32; ROWS * WIDEST]) {
            super::sums::<8, 2, true>(x, offsets, taps, out);
        }
        // SAFETY: the processor has the instructions
        unsafe { with_features(x, offsets, taps, out) }
    }

    /// By hand, since the compiler keeps to half as wide vectors.
    pub fn avx512(x: &[f32], offsets: &[usize], taps: &[Tap], out: &mut [f32; ROWS * WIDEST]) {
        #[target_feature(enable = "avx512f")]
        fn with_features(x: &[f32], offsets: &[usize], taps: &[Tap], out: &mut [f32; ROWS * WIDEST]) {
            let mut sums = [[_mm512_setzero_ps(); VECTORS]; ROWS];
            for (offset, tap) in offsets.iter().zip(taps) {
                let Some(x) = x[*offset..].first_chunk::<WIDEST>() else { panic!("the picture is too short") };
                // SAFETY: numbers side by side are vectors, of the same bytes
                let x = unsafe { transmute::<[f32; WIDEST], [__m512; VECTORS]>(*x) };
                for (sums, k) in sums.iter_mut().zip(tap) {
                    let k = _mm512_set1_ps(*k);
                    for (sum, x) in sums.iter_mut().zip(x) {
                        *sum = _mm512_fmadd_ps(x, k, *sum);
                    }
                }
            }
            // SAFETY: as above
            *out = unsafe { transmute::<[[__m512; VECTORS]; ROWS], [f32; ROWS * WIDEST]>(sums) };
        }
        // SAFETY: the processor has the instructions
        unsafe { with_features(x, offsets, taps, out) }
    }
}
