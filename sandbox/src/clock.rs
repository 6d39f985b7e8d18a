//! The time of day.

use chrono::{DateTime, Utc};

/// Now. The sandbox plays the outside world: its clock is the machine's.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "nothing of the sandbox's behaviour depends on the time it shows")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
