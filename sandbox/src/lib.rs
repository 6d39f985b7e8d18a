//! One machine's stand-in for the outside world.
//!
//! It starts private PostgreSQL and Redis servers, serves object storage, a mail and text message inbox, every outside
//! party that the product speaks with and the built web app, and supervises the whole product for `./task dev`. It speaks the real parties' protocols and uses none of the
//! product's own code, so that it can disagree with it.

pub mod clock;
pub mod dev;
pub mod exec;
pub mod inbox;
pub mod machine;
pub mod objects;
pub mod outside;
mod page;
pub mod parties;
pub mod services;
pub mod variables;
pub mod web;
