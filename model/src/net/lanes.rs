//! The same number of a few channels at once.

/// Channels that are worked on together.
pub const LANES: usize = 8;

/// The same number of [`LANES`] channels.
pub trait Lanes: Copy {
    fn of(x: &[f32]) -> Self;
    fn put(self, to: &mut [f32]);
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
    fn of(x: &[f32]) -> Self {
        Self(*x.first_chunk().unwrap_or(&[0.; LANES]))
    }

    fn put(self, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&self.0);
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
pub use x86::Wide;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that not every processor has: whoever uses them has asked for them")]
mod x86 {
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_set1_ps,
        _mm256_storeu_ps, _mm256_sub_ps,
    };

    use super::{LANES, Lanes};

    /// One vector. Made only in functions that are given out when the processor has the instructions.
    #[derive(Clone, Copy)]
    pub struct Wide(__m256);

    #[expect(
        clippy::inline_always,
        reason = "they must be compiled with the instructions of the function that calls them"
    )]
    impl Lanes for Wide {
        #[inline(always)]
        fn of(x: &[f32]) -> Self {
            // SAFETY: the slice is long enough
            match x.first_chunk::<LANES>() {
                Some(x) => Self(unsafe { _mm256_loadu_ps(x.as_ptr()) }),
                None => Self(unsafe { _mm256_set1_ps(0.) }),
            }
        }

        #[inline(always)]
        fn put(self, to: &mut [f32]) {
            if let Some(to) = to.first_chunk_mut::<LANES>() {
                // SAFETY: the slice is long enough
                unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) }
            }
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            // SAFETY: see the type
            Self(unsafe { _mm256_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: see the type
            Self(unsafe { _mm256_sub_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, k: f32) -> Self {
            // SAFETY: see the type
            Self(unsafe { _mm256_mul_ps(self.0, _mm256_set1_ps(k)) })
        }

        #[inline(always)]
        fn plus_product(self, a: Self, b: Self) -> Self {
            // SAFETY: see the type; who calls this has asked for these instructions, too
            Self(unsafe { _mm256_fmadd_ps(a.0, b.0, self.0) })
        }

        #[inline(always)]
        fn at_least(self, k: f32) -> Self {
            // SAFETY: see the type
            Self(unsafe { _mm256_max_ps(self.0, _mm256_set1_ps(k)) })
        }
    }
}
