//! Randomness, injected, so that a run can be repeated.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::OsRng;
use rand::{Rng as _, SeedableRng as _, TryRngCore as _};
use rand_chacha::ChaCha20Rng;

/// A source of random bytes: the operating system's, or a seeded one for tests.
#[derive(Clone, Debug, Default)]
pub struct Random(Option<Arc<Mutex<ChaCha20Rng>>>);

impl Random {
    /// The operating system's source, fit for tokens and keys.
    #[must_use]
    pub fn secure() -> Self {
        Self(None)
    }

    /// A source that repeats itself for the same seed; for tests only.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Some(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))))
    }

    /// `N` random bytes.
    ///
    /// # Panics
    /// When the operating system has no randomness to give: nothing secure can be done then.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            None => OsRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes"),
            Some(seeded) => seeded.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut bytes[..]),
        }
        bytes
    }

    /// An even choice from `0..bound`.
    ///
    /// # Panics
    /// When `bound` is 0, or as [`Random::bytes`].
    #[must_use]
    pub fn below(&self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing lies below zero");
        // values past the last whole multiple would make the small results more likely
        let limit = u32::MAX - u32::MAX % bound;
        loop {
            let value = u32::from_le_bytes(self.bytes());
            if value < limit {
                return value % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_the_system_does_not() {
        assert_eq!(Random::seeded(7).bytes::<16>(), Random::seeded(7).bytes::<16>());
        assert_ne!(Random::secure().bytes::<16>(), Random::secure().bytes::<16>());
    }

    #[test]
    fn below_stays_below_and_reaches_all() {
        let random = Random::seeded(1);
        let mut seen = [false; 10];
        for _ in 0..1_000 {
            seen[random.below(10) as usize] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
    }
}
