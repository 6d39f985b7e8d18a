//! The time, injected, so that a test decides what time it is.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Tells the time.
pub trait Clock: Debug + Send + Sync {
    /// The present moment.
    fn now(&self) -> DateTime<Utc>;
}

/// A clock as it is handed around.
pub type SharedClock = Arc<dyn Clock>;

/// The computer's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl SystemClock {
    /// The computer's clock, ready to be handed around.
    #[must_use]
    pub fn shared() -> SharedClock {
        Arc::new(Self)
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the computer")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// A clock that stands still until it is moved; for tests.
#[derive(Debug)]
pub struct ManualClock(Mutex<DateTime<Utc>>);

impl ManualClock {
    /// A clock that stands at `start`.
    #[must_use]
    pub fn at(start: DateTime<Utc>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(start)))
    }

    /// Moves the clock by `step`, backwards if it is negative.
    pub fn advance(&self, step: TimeDelta) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += step;
    }

    /// Sets the clock to `time`.
    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_only_when_told() {
        let start = DateTime::from_timestamp(1_760_000_000, 0).expect("a valid time");
        let clock = ManualClock::at(start);
        assert_eq!(clock.now(), start);
        clock.advance(TimeDelta::seconds(90));
        assert_eq!(clock.now() - start, TimeDelta::seconds(90));
        clock.set(start);
        assert_eq!(clock.now(), start);
    }
}
