//! Where the tests' servers are.

use std::sync::atomic::{AtomicU32, Ordering};

/// The environment variable `name`, if it is set and not empty; also for `S3_ENDPOINT` and its like.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "tests have no configuration; this is the one place where they read the environment"
)]
pub fn optional(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The server on which tests make their databases: `DATABASE_URL`, or the development one. Its login must be a superuser.
#[must_use]
pub fn database_url() -> String {
    optional("DATABASE_URL").unwrap_or_else(|| "postgres://dev:dev@localhost/hyeobom_dev".to_owned())
}

/// The tests' Redis: `REDIS_URL`, or the development one.
#[must_use]
pub fn redis_url() -> String {
    optional("REDIS_URL").unwrap_or_else(|| "redis://127.0.0.1:6390".to_owned())
}

/// A prefix for keys that no other test has, now or in a run at the same time.
#[must_use]
pub fn key_prefix() -> String {
    format!("test-{}", unique())
}

/// A short text that no other test has.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // process ids come back, but not while the process lives; the time tells apart runs on servers that outlive it
    let nanos = std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_nanos());
    format!("{:x}_{count:x}_{:x}", std::process::id(), nanos & 0xffff_ffff_ffff)
}
