//! The same number of a few channels at once.

/// Channels that are worked on together at least.
pub const LANES: usize = 8;

/// The same number of [`Lanes::COUNT`] channels.
pub trait Lanes: Copy {
    /// [`LANES`] or a multiple of it.
    const COUNT: usize;
    fn of(x: &[f32]) -> Self;
    /// [`Self::of`] where it has been seen before that there are enough numbers: a question for each would take longer than what
    /// is done with it.
    ///
    /// # Safety
    /// `x` and the numbers after it must be [`Self::COUNT`] numbers that may be read.
    #[expect(unsafe_code, reason = "who calls it has seen to that")]
    unsafe fn at(x: *const f32) -> Self;
    fn put(self, to: &mut [f32]);
    /// [`Self::put`] where it has been seen before that there is room.
    ///
    /// # Safety
    /// There must be [`Self::COUNT`] numbers from `to` on that may be written.
    #[expect(unsafe_code, reason = "who calls it has seen to that")]
    unsafe fn put_at(self, to: *mut f32);
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, k: f32) -> Self;
    /// `self` + `a` * `b`, channel by channel.
    fn plus_product(self, a: Self, b: Self) -> Self;
    fn at_least(self, k: f32) -> Self;
}

/// On any processor.
#[derive(Clone, Copy)]
pub struct Plain([f32; LANES]);

impl Lanes for Plain {
    const COUNT: usize = LANES;

    fn of(x: &[f32]) -> Self {
        Self(*x.first_chunk().unwrap_or(&[0.; LANES]))
    }

    #[expect(unsafe_code, reason = "see the trait")]
    unsafe fn at(x: *const f32) -> Self {
        // SAFETY: who calls this has seen to it
        Self(unsafe { x.cast::<[f32; LANES]>().read() })
    }

    fn put(self, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&self.0);
    }

    #[expect(unsafe_code, reason = "see the trait")]
    unsafe fn put_at(self, to: *mut f32) {
        // SAFETY: who calls this has seen to it
        unsafe { to.cast::<[f32; LANES]>().write(self.0) }
    }

    fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    fn times(self, k: f32) -> Self {
        Self(self.0.map(|v| v * k))
    }

    fn plus_product(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + a.0[i] * b.0[i]))
    }

    fn at_least(self, k: f32) -> Self {
        Self(self.0.map(|v| v.max(k)))
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Wide, Widest};

/// Of what was compiled for AVX-512 and for AVX2, with what these come with ("avx2,fma,avx512f,avx512vl", "avx2,fma"), that which
/// this processor can run, the fastest first.
#[cfg(target_arch = "x86_64")]
pub fn runnable<T>([avx512, avx2]: [T; 2]) -> impl Iterator<Item = T> {
    let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let has_avx512 = has_avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
    [has_avx512.then_some(avx512), has_avx2.then_some(avx2)].into_iter().flatten()
}

/// Of what was compiled for this processor's special instructions, nothing: there are no such loops.
#[cfg(not(target_arch = "x86_64"))]
pub fn runnable<T>([]: [T; 0]) -> impl Iterator<Item = T> {
    std::iter::empty()
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that not every processor has: whoever uses them has asked for them")]
mod x86 {
    use std::arch::x86_64::{
        __m256, __m512, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_set1_ps,
        _mm256_storeu_ps, _mm256_sub_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps, _mm512_mul_ps,
        _mm512_set1_ps, _mm512_storeu_ps, _mm512_sub_ps,
    };

    use super::{LANES, Lanes};

    macro_rules! vector {
        ($name:ident, $about:literal, $count:expr, $vector:ident, $load:ident, $store:ident, $set:ident, $add:ident,
         $sub:ident, $mul:ident, $fmadd:ident, $max:ident) => {
            #[doc = $about]
            #[derive(Clone, Copy)]
            pub struct $name($vector);

            // always in line: they must be compiled with the instructions of the function that calls them
            impl Lanes for $name {
                const COUNT: usize = $count;

                #[inline(always)]
                fn of(x: &[f32]) -> Self {
                    // SAFETY: the slice is long enough
                    match x.first_chunk::<{ $count }>() {
                        Some(x) => Self(unsafe { $load(x.as_ptr()) }),
                        None => Self(unsafe { $set(0.) }),
                    }
                }

                #[inline(always)]
                unsafe fn at(x: *const f32) -> Self {
                    // SAFETY: who calls this has seen to it
                    Self(unsafe { $load(x) })
                }

                #[inline(always)]
                fn put(self, to: &mut [f32]) {
                    if let Some(to) = to.first_chunk_mut::<{ $count }>() {
                        // SAFETY: the slice is long enough
                        unsafe { $store(to.as_mut_ptr(), self.0) }
                    }
                }

                #[inline(always)]
                unsafe fn put_at(self, to: *mut f32) {
                    // SAFETY: who calls this has seen to it
                    unsafe { $store(to, self.0) }
                }

                #[inline(always)]
                fn plus(self, other: Self) -> Self {
                    // SAFETY: see the type
                    Self(unsafe { $add(self.0, other.0) })
                }

                #[inline(always)]
                fn minus(self, other: Self) -> Self {
                    // SAFETY: see the type
                    Self(unsafe { $sub(self.0, other.0) })
                }

                #[inline(always)]
                fn times(self, k: f32) -> Self {
                    // SAFETY: see the type
                    Self(unsafe { $mul(self.0, $set(k)) })
                }

                #[inline(always)]
                fn plus_product(self, a: Self, b: Self) -> Self {
                    // SAFETY: see the type; who calls this has asked for these instructions, too
                    Self(unsafe { $fmadd(a.0, b.0, self.0) })
                }

                #[inline(always)]
                fn at_least(self, k: f32) -> Self {
                    // SAFETY: see the type
                    Self(unsafe { $max(self.0, $set(k)) })
                }
            }
        };
    }

    vector!(
        Wide,
        "One vector of AVX2. Made only in functions that are given out when the processor has the instructions.",
        LANES,
        __m256,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_set1_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_fmadd_ps,
        _mm256_max_ps
    );
    vector!(
        Widest,
        "One vector of AVX-512. Made only in functions that are given out when the processor has the instructions.",
        2 * LANES,
        __m512,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_set1_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_mul_ps,
        _mm512_fmadd_ps,
        _mm512_max_ps
    );
}
