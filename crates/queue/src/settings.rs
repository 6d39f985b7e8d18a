//! The queues, and the periods by which they are worked and repaired.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A queue: jobs that are equally urgent and need the same resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Queue {
    /// Pictures to be read; somebody waits for them.
    Inference,
    /// Messages to be sent.
    Notifications,
    /// Payments to be settled.
    Payments,
    /// Sweeps and purges.
    Maintenance,
}

impl Queue {
    /// Every queue.
    pub const ALL: [Self; 4] = [Self::Inference, Self::Notifications, Self::Payments, Self::Maintenance];

    /// The name in the database, in metrics and in logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inference => "inference",
            Self::Notifications => "notifications",
            Self::Payments => "payments",
            Self::Maintenance => "maintenance",
        }
    }

    /// The queue of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|queue| queue.as_str() == name)
    }
}

impl std::fmt::Display for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Periods and limits. The defaults are what runs; tests shorten them.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a run keeps its job after its last renewal.
    pub lease: Duration,
    /// How often a running job's lease is renewed.
    pub renew_interval: Duration,
    /// How often an idle worker looks for jobs that no push announced.
    pub poll_interval: Duration,
    /// How often the relay looks for jobs that were not pushed.
    pub relay_interval: Duration,
    /// How long the relay leaves a new job to the producer's own push.
    pub relay_grace: Duration,
    /// How many jobs the transport holds at most for one queue; the rest waits in the database, in order.
    pub max_depth: u64,
    /// How often the reconciler looks for lost jobs.
    pub reconcile_interval: Duration,
    /// How long a pushed job may wait for its start before the reconciler asks the transport about it.
    pub lost_after: Duration,
    /// How long a job that the transport claims to hold may wait for its start while nothing waits before it.
    pub stuck_after: Duration,
    /// How often a worker sends a heartbeat to Redis; after four missed ones its tasks go to others.
    pub heartbeat_interval: Duration,
    /// Pause before the second attempt; doubled for each further one, with jitter.
    pub backoff: Duration,
    /// The longest pause between attempts.
    pub max_backoff: Duration,
    /// How long the end waits for running jobs.
    pub drain_timeout: Duration,
    /// Jobs that one transaction of an action on many jobs changes.
    pub bulk_batch_size: i64,
    /// Pause between two such transactions, in which others get their turn.
    pub bulk_pause: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(15),
            renew_interval: Duration::from_secs(5),
            poll_interval: Duration::from_millis(100),
            relay_interval: Duration::from_secs(1),
            relay_grace: Duration::from_millis(200),
            max_depth: 2_000,
            reconcile_interval: Duration::from_secs(3),
            lost_after: Duration::from_secs(5),
            stuck_after: Duration::from_mins(1),
            heartbeat_interval: Duration::from_secs(5),
            backoff: Duration::from_secs(2),
            max_backoff: Duration::from_mins(10),
            drain_timeout: Duration::from_secs(25),
            bulk_batch_size: 1_000,
            bulk_pause: Duration::from_millis(20),
        }
    }
}

impl Settings {
    /// The pause before the next attempt after `attempts` of them, spread by `jitter` (0 to 1) so that jobs which failed
    /// together do not come back together.
    #[must_use]
    pub fn pause_after(&self, attempts: i16, jitter: f64) -> Duration {
        let doublings = u32::from(attempts.max(1).unsigned_abs() - 1).min(30);
        let pause = self.backoff.saturating_mul(1 << doublings).min(self.max_backoff);
        pause.mul_f64(0.75 + 0.5 * jitter.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_name_parses_back() {
        for queue in Queue::ALL {
            assert_eq!(Queue::from_name(queue.as_str()), Some(queue));
        }
        assert_eq!(Queue::from_name("letters"), None);
    }

    #[test]
    fn pause_doubles_up_to_max_backoff() {
        let settings = Settings::default();
        let middle: Vec<_> = [1, 2, 3, 4].map(|n| settings.pause_after(n, 0.5).as_secs()).into();
        assert_eq!(middle, [2, 4, 8, 16]);
        assert_eq!(settings.pause_after(i16::MAX, 0.5), settings.max_backoff);
        assert_eq!(settings.pause_after(1, 0.0), Duration::from_millis(1_500));
        assert_eq!(settings.pause_after(1, 1.0), Duration::from_millis(2_500));
    }
}
