//! What every binary needs to start and stop.
//!
//! Configuration ([`config`]), logs ([`logging`]), metrics ([`metrics`]), the clock ([`clock`]), randomness ([`random`]),
//! the stop signal ([`shutdown`]) and the operations port ([`ops`]). It knows nothing of the product.

pub mod clock;
pub mod config;
pub mod logging;
pub mod metrics;
pub mod ops;
pub mod random;
pub mod seal;
pub mod shutdown;

pub use clock::{Clock, ManualClock, SharedClock, SystemClock};
pub use random::Random;
