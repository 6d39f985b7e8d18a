//! The environment of tests: the servers' addresses and unique names.

use std::sync::atomic::{AtomicU32, Ordering};

/// Returns the environment variable `name` if it is set and not empty.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "tests have no configuration; only this function reads their environment"
)]
pub fn optional(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns a variable that `sandbox exec` sets.
///
/// # Panics
/// The variable is not set.
#[must_use]
pub fn required(name: &str) -> String {
    optional(name).unwrap_or_else(|| panic!("{name} is not set: run the tests with `sandbox exec`"))
}

/// Returns the URL, as a superuser, of the server on which tests create their databases.
#[must_use]
pub fn database_url() -> String {
    required("DATABASE_URL")
}

/// Returns the URL of the tests' Redis.
#[must_use]
pub fn redis_url() -> String {
    required("REDIS_URL")
}

/// Returns a unique prefix for keys.
#[must_use]
pub fn key_prefix() -> String {
    format!("test-{}", unique())
}

/// Returns a short unique text.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // process ids are reused, so the time distinguishes runs on a server that outlives them
    let nanos = std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_nanos());
    format!("{:x}_{count:x}_{:x}", std::process::id(), nanos & 0xffff_ffff_ffff)
}

/// Returns a free loopback port.
///
/// # Panics
/// No port is free.
#[must_use]
pub fn free_port() -> u16 {
    sandbox::machine::ports::find_free().expect("a free port")
}
