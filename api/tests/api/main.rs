//! The API against real PostgreSQL, Redis and object storage; started by `sandbox exec -- cargo test`.

mod auth;
mod client;
mod frame;
mod idempotency;
mod isolation;
mod openapi;
mod ops;
mod outages;
mod self_checks;
mod signup;
mod world;
