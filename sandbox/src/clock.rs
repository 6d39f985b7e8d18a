//! The current time.

use chrono::{DateTime, Utc};

/// Returns the machine's current time, which is the clock of all emulated services.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "nothing of the sandbox's behavior depends on the time it shows")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
