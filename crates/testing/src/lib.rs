//! Servers, databases and rows for tests.
//!
//! ```text
//! Database::create().await            a migrated database on the server of DATABASE_URL, dropped at the end,
//!                                     with two tenants: .first and .second (id, host, patient, institutions)
//! Clinic::new().await                 such a database with an expert, who scores and releases
//! claims::insert_paid_claim           a claim that is paid and waits for its clinic
//! factory::*                          patients, sessions, analyses with results
//! redis_url(), key_prefix()           the Redis of REDIS_URL, and a unique prefix
//! store()                             the object store of S3_ENDPOINT
//! PrivatePostgres, PrivateRedis       servers for one test, to stop, kill, pause and start again
//! TlsRedis                            a Redis that speaks TLS alone
//! PrivateSentinel                     a sentinel that promotes a replica when the primary is lost
//! Forwarder                           a port in front of one of them, to move to another
//! PrivatePgBouncer                    a pooler in front of a PostgreSQL
//! eventually(what, timeout, cond)     waits for a condition
//! ```
//! `sandbox exec` starts the shared servers and sets the variables. The crate is for tests only: its functions panic on
//! errors.

pub mod claims;
mod clinic;
mod database;
mod env;
mod eventually;
pub mod factory;
mod forwarder;
mod pgbouncer;
mod postgres;
mod redis;
mod sentinel;
mod store;
mod tls_redis;

pub use clinic::Clinic;
pub use database::{Database, SeededTenant};
pub use env::{database_url, free_port, key_prefix, optional, redis_url, required};
pub use eventually::eventually;
pub use forwarder::Forwarder;
pub use pgbouncer::PrivatePgBouncer;
pub use postgres::PrivatePostgres;
pub use redis::PrivateRedis;
pub use sentinel::PrivateSentinel;
pub use store::store;
pub use tls_redis::TlsRedis;
