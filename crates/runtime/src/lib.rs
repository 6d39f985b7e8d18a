//! Startup, shutdown and common services of every binary.
//!
//! Configuration ([`config`]), logs ([`logging`]), traces ([`traces`]), metrics ([`metrics`]), memory ([`memory`]), the
//! clock ([`clock`]), randomness ([`random`]), the stop signal ([`shutdown`]), encryption ([`seal`]), listeners
//! ([`server`]) and the operations port ([`ops`]). This crate is independent of the product.

pub mod clock;
pub mod config;
pub mod logging;
pub mod memory;
pub mod metrics;
pub mod ops;
pub mod random;
pub mod seal;
pub mod server;
pub mod shutdown;
pub mod traces;

pub use clock::{Clock, ManualClock, SharedClock, SystemClock};
pub use random::Random;
