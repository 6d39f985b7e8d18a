//! The API against real PostgreSQL, Redis and object storage; started by `sandbox exec -- cargo test`.

mod addresses;
mod auth;
mod client;
mod exports;
mod failures;
mod frame;
mod idempotency;
mod identity;
mod inputs;
mod isolation;
mod leaving;
mod limits;
mod openapi;
mod ops;
mod outages;
mod party;
mod photos;
mod program;
mod recovery;
mod self_checks;
mod signup;
mod social;
mod uploads;
mod wire;
mod world;
