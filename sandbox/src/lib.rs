//! A local environment for the product: all of its external services on one machine.
//!
//! It starts private PostgreSQL and Redis servers, serves an object store, an inbox for mail and text messages, an
//! emulator of every outside party, and the built web app, and supervises the whole product for `./task dev`. The
//! emulators follow the outside parties' published protocols and share only the crate `runtime` with the product, so that
//! a misreading on one side is detected.

pub mod backing_services;
pub mod clock;
pub mod configuration;
pub mod dev;
pub mod exec;
pub mod inbox;
pub mod machine;
pub mod object_store;
mod page;
pub mod parties;
pub mod servers;
pub mod web;
