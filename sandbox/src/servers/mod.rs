//! Private PostgreSQL, PgBouncer and Redis processes.

pub mod pgbouncer;
pub mod postgres;
pub mod redis;
pub mod redis_replica;

use std::path::Path;

/// Returns the last lines of a log, to quote in an error.
pub(crate) fn tail(log: &Path) -> String {
    const LINES: usize = 15;
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
