//! Real servers, databases and factories for tests.
//!
//! ```text
//! Database::create().await            a fresh migrated database on the server of DATABASE_URL, dropped at the end,
//!                                     with two tenants: .first and .second (id, host, patient, institutions)
//! Clinic::new().await              such a database with an expert, who scores and releases
//! claims::paid_claim                 a claim that is paid and waits for its clinic
//! factory::*                          patients, sessions, analyses with results
//! redis_url(), key_prefix()           the Redis of REDIS_URL, and a prefix that no other test has
//! PrivatePostgres / PrivateRedis      servers of the test's own, to stop, kill -9, pause and start again
//! ```
//! For tests only: what goes wrong here panics.

pub mod claims;
mod clinic;
mod database;
mod env;
pub mod factory;
mod postgres;
mod process;
mod redis;

pub use clinic::Clinic;
pub use database::{Database, SeededTenant};
pub use env::{database_url, key_prefix, optional, redis_url};
pub use postgres::PrivatePostgres;
pub use process::free_port;
pub use redis::PrivateRedis;
