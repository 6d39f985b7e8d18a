//! Who may do what, and how often.

pub mod browser;
pub mod directory;
pub mod idempotency;
pub mod limiter;
pub mod passwords;
pub mod patient;
pub mod tenant;
pub mod token;

pub use patient::Patient;
pub use tenant::Tenant;
