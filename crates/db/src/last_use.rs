//! The last use of a session or key, which is stored at most once a minute.

use chrono::{DateTime, TimeDelta, Utc};

const PRECISION: TimeDelta = TimeDelta::minutes(1);

/// Returns whether a use at `now` must be stored, after the last stored use or none.
#[must_use]
pub fn is_due(stored: impl Into<Option<DateTime<Utc>>>, now: DateTime<Utc>) -> bool {
    stored.into().is_none_or(|at| now - at >= PRECISION)
}
