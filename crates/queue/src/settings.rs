//! The queues, and the intervals and limits of their processing and repair.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A queue: jobs of the same urgency that need the same resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Queue {
    /// Analyses of pictures, which a user waits for.
    Inference,
    /// Messages to send.
    Notifications,
    /// Payments to settle.
    Payments,
    /// Sweeps and purges.
    Maintenance,
}

impl Queue {
    /// Every queue.
    pub const ALL: [Self; 4] = [Self::Inference, Self::Notifications, Self::Payments, Self::Maintenance];

    /// Returns the name in the database, metrics and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inference => "inference",
            Self::Notifications => "notifications",
            Self::Payments => "payments",
            Self::Maintenance => "maintenance",
        }
    }

    /// Parses a queue's name.
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

/// Intervals and limits. Production uses the defaults; tests shorten them.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a lease lasts after its last renewal.
    pub lease: Duration,
    /// How often the lease of a running job is renewed.
    pub renew_interval: Duration,
    /// How often an idle worker polls for jobs that no push announced.
    pub poll_interval: Duration,
    /// How often the relay scans for jobs that were not pushed.
    pub relay_interval: Duration,
    /// How long the relay leaves a new job to the producer's own push.
    pub relay_grace: Duration,
    /// The maximum number of a queue's jobs in Redis. The rest wait in the database, in order.
    pub max_depth: u64,
    /// How often the reconciler scans for lost jobs.
    pub reconcile_interval: Duration,
    /// How long a pushed job may wait for its start before the reconciler checks that Redis still holds it.
    pub lost_after: Duration,
    /// How long a job that Redis holds may wait for its start while no other job waits in Redis.
    pub stuck_after: Duration,
    /// How often a worker sends a heartbeat to Redis. After four missed heartbeats its tasks go to other workers.
    pub heartbeat_interval: Duration,
    /// The pause before the second attempt. It doubles for each further attempt and has jitter.
    pub backoff: Duration,
    /// The longest pause between attempts.
    pub max_backoff: Duration,
    /// How long a shutdown waits for running jobs.
    pub drain_timeout: Duration,
    /// Jobs that one transaction of a bulk action changes.
    pub bulk_batch_size: i64,
    /// The pause between two such transactions, in which other statements get the locks.
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
    /// Returns the pause before the next attempt after `attempts` of them. `jitter` (0 to 1) spreads it, so that jobs
    /// that failed together are not retried together.
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
