//! The parts of the application's state apart from the clients of other systems.

pub mod directory;
pub mod known_device;
pub mod limiter;
pub mod passwords;
pub mod relying_party;
pub mod result_waiters;
pub mod token;
pub mod totp;
pub mod trace_url;
