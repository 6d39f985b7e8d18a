//! The current time, injected so that tests control it.

use std::fmt::Debug;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

/// A source of the current time.
pub trait Clock: Debug + Send + Sync {
    /// Returns the current time.
    fn now(&self) -> DateTime<Utc>;
}

/// A shared clock.
pub type SharedClock = Arc<dyn Clock>;

/// The system's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl SystemClock {
    /// Returns a shared system clock.
    #[must_use]
    pub fn shared() -> SharedClock {
        Arc::new(Self)
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the system's clock")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// A clock for tests, which stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(Mutex<DateTime<Utc>>);

impl ManualClock {
    /// Returns a clock that stands at `start`.
    #[must_use]
    pub fn at(start: DateTime<Utc>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(start)))
    }

    /// Moves the clock by `step`, which may be negative.
    pub fn advance(&self, step: TimeDelta) {
        *self.0.lock() += step;
    }

    /// Sets the clock to `time`.
    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock() = time;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_clock_moves_on_request_only() {
        let start = DateTime::from_timestamp(1_760_000_000, 0).expect("a valid time");
        let clock = ManualClock::at(start);
        assert_eq!(clock.now(), start);
        clock.advance(TimeDelta::seconds(90));
        assert_eq!(clock.now() - start, TimeDelta::seconds(90));
        clock.set(start);
        assert_eq!(clock.now(), start);
    }
}
