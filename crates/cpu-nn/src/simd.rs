//! Functions compiled for several instruction sets. The variant is chosen at run time.

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;

/// Defines a function whose body is compiled for AVX-512, AVX2 and the target's baseline, and that runs the best
/// version for the processor. The compiler vectorizes the body. Inside it, the constant `$fma` says whether
/// multiply-add is a single instruction.
macro_rules! simd_fn {
    ($(#[$meta:meta])* $vis:vis fn $name:ident<$fma:ident>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$meta])*
        $vis fn $name($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            // inherits the instruction set of the function that it is inlined into
            fn body<const $fma: bool>($($arg: $ty),*) $(-> $ret)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma")]
                fn avx512($($arg: $ty),*) $(-> $ret)? {
                    body::<true>($($arg),*)
                }
                #[target_feature(enable = "avx2,fma")]
                fn avx2($($arg: $ty),*) $(-> $ret)? {
                    body::<true>($($arg),*)
                }
                match $crate::simd::instruction_set() {
                    #[expect(unsafe_code, reason = "the function needs instructions that not every processor has")]
                    // SAFETY: the processor supports them
                    $crate::simd::InstructionSet::Avx512 => return unsafe { avx512($($arg),*) },
                    #[expect(unsafe_code, reason = "the function needs instructions that not every processor has")]
                    // SAFETY: the processor supports them
                    $crate::simd::InstructionSet::Avx2 => return unsafe { avx2($($arg),*) },
                    $crate::simd::InstructionSet::Baseline => {}
                }
            }
            body::<{ cfg!(target_arch = "aarch64") }>($($arg),*)
        }
    };
}
pub(crate) use simd_fn;

/// The instruction sets that the kernels are compiled for.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub enum InstructionSet {
    Avx512,
    Avx2,
    Baseline,
}

/// Returns the best instruction set that this processor supports.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn instruction_set() -> InstructionSet {
    static BEST: OnceLock<InstructionSet> = OnceLock::new();
    *BEST.get_or_init(|| {
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw");
        match (avx512, avx2) {
            (true, true) => InstructionSet::Avx512,
            (false, true) => InstructionSet::Avx2,
            _ => InstructionSet::Baseline,
        }
    })
}

/// Computes a * b + c, with one rounding if `FMA`. Without the instruction, `mul_add` would call a slow library
/// function.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it must take the instruction set of its caller")]
pub fn mul_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// Number of partial sums of a reduction. A single sum would have to wait for each addition.
pub const LANES: usize = 64;

/// Returns the total of `N` partial sums (`N` is a power of two), adding them pairwise.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it must take the instruction set of its caller")]
pub fn reduce<const N: usize>(sums: &[f32; N]) -> f32 {
    let mut sums = *sums;
    let mut n = N / 2;
    while n > 0 {
        for i in 0..n {
            sums[i] += sums[i + n];
        }
        n /= 2;
    }
    sums[0]
}

simd_fn! {
    /// Copies every second value of `from`, starting at `start`, until `from` or `to` ends.
    pub fn deinterleave<FMA>(from: &[f32], start: usize, to: &mut [f32]) {
        let (pairs, rest) = from.as_chunks::<2>();
        for (to, pair) in to.iter_mut().zip(pairs) {
            *to = pair[start];
        }
        if let (Some(last), Some(to), 0) = (rest.first(), to.get_mut(pairs.len()), start) {
            *to = *last;
        }
    }
}

simd_fn! {
    /// Returns the sum of the values, always in the same order.
    pub fn sum<FMA>(values: &[f32]) -> f32 {
        let (blocks, rest) = values.as_chunks::<LANES>();
        let mut sums = [0f32; LANES];
        for block in blocks {
            for i in 0..LANES {
                sums[i] += block[i];
            }
        }
        sums.iter_mut().zip(rest).for_each(|(sum, value)| *sum += value);
        reduce(&sums)
    }
}
