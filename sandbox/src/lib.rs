//! A local environment for the product: everything that it talks to, on one machine.
//!
//! Starts private PostgreSQL and Redis servers, serves an object store, an inbox for mail and text messages, a simulation
//! of every third party, and the built web app, and supervises the whole product for `./task dev`. The simulations follow
//! the third parties' published protocols and share no code with the product, so that they can disagree with it.

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
