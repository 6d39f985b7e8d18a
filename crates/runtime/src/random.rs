//! Random bytes, injected so that tests can repeat them.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::rngs::OsRng;
use rand::{Rng as _, SeedableRng as _, TryRngCore as _};
use rand_chacha::ChaCha20Rng;

/// A source of random bytes: the operating system, or a seeded generator for tests.
#[derive(Clone, Debug, Default)]
pub struct Random(Option<Arc<Mutex<ChaCha20Rng>>>);

impl Random {
    /// Returns the operating system's source, which is fit for tokens and keys.
    #[must_use]
    pub fn secure() -> Self {
        Self(None)
    }

    /// Returns a generator for tests, which repeats its output for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Some(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))))
    }

    /// Returns `N` random bytes.
    ///
    /// # Panics
    /// When the operating system has no random bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            None => OsRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes"),
            Some(seeded) => seeded.lock().fill(&mut bytes[..]),
        }
        bytes
    }

    /// Returns a uniform number of `0..bound`.
    ///
    /// # Panics
    /// When `bound` is 0, or as [`Random::bytes`].
    #[must_use]
    pub fn below(&self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing lies below zero");
        // values above the last whole multiple would favor small results
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
    fn seeded_source_repeats() {
        assert_eq!(Random::seeded(7).bytes::<16>(), Random::seeded(7).bytes::<16>());
        assert_ne!(Random::secure().bytes::<16>(), Random::secure().bytes::<16>());
    }

    #[test]
    fn below_reaches_every_number() {
        let random = Random::seeded(1);
        let mut seen = [false; 10];
        for _ in 0..1_000 {
            seen[random.below(10) as usize] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn clones_share_the_sequence() {
        let random = Random::seeded(7);
        let first: [u8; 8] = random.clone().bytes();
        assert_ne!(random.bytes::<8>(), first);
        let again = Random::seeded(7);
        assert_eq!(again.bytes::<8>(), first);
    }

    #[test]
    fn below_one_is_zero() {
        assert_eq!(Random::secure().below(1), 0);
    }

    #[test]
    #[should_panic(expected = "nothing lies below zero")]
    fn below_zero_panics() {
        let _ = Random::secure().below(0);
    }
}
